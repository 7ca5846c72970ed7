package dev.tengen.benchmarks;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures how much memory trees keep. */
@Command(
        name = "tree-memory",
        description = "Bytes that trees keep.",
        footer = {
            "",
            "Trees grow at random, and the histograms of the server's heap before and after are compared. "
                    + "Required for a million nodes of one tree: 64 bytes a node."
        })
final class TreeMemoryCommand implements Callable<Integer> {
    private static final int REQUIRED_BYTES = 64;
    private static final int WARM_UP_NODE_COUNT = 50_000;
    private static final int PAIR_COUNT = 1024;
    private static final int LISTED_CLASSES = 6;
    private static final String ENCODING = "alphazero-17";

    @Mixin
    private final Report report = new Report();

    @Option(names = "--size", defaultValue = "9", description = "Width and height. Default: ${DEFAULT-VALUE}.")
    private int size;

    @Option(names = "--trees", defaultValue = "1", description = "Trees. Default: ${DEFAULT-VALUE}.")
    private int treeCount;

    @Option(names = "--nodes", defaultValue = "1000000", description = "Nodes. Default: ${DEFAULT-VALUE}.")
    private int nodeCount;

    @Override
    public Integer call() throws IOException {
        try (ServerProcess server = ServerProcess.start(List.of(), 1)) {
            // What the first trees make the server load once is not the cost of a node.
            try (JavaTreeClient first = client(server, WARM_UP_NODE_COUNT)) {
                first.growTo(WARM_UP_NODE_COUNT);
            }
            HeapHistogram before = server.heap();
            try (JavaTreeClient client = client(server, nodeCount)) {
                int nodes = client.growTo(nodeCount);
                addRows(server.heap().minus(before), nodes);
            }
        }
        return report.print();
    }

    private JavaTreeClient client(ServerProcess server, int nodes) {
        return new JavaTreeClient(server.address(), size, ENCODING, treeCount, PAIR_COUNT, nodes);
    }

    private void addRows(HeapHistogram added, int nodes) {
        for (Map.Entry<String, Long> entry : added.largest(LISTED_CLASSES)) {
            addRow(entry.getKey(), nodes, entry.getValue(), "", "");
        }
        boolean holds = added.total() <= (long) nodes * REQUIRED_BYTES;
        addRow(
                "all",
                nodes,
                added.total(),
                Integer.toString(REQUIRED_BYTES),
                treeCount == 1 ? report.verdict(holds) : "");
    }

    private void addRow(String name, int nodes, long bytes, String required, String holds) {
        report.add(
                "class",
                name,
                "nodes",
                nodes,
                "bytes",
                bytes,
                "bytes_per_node",
                (double) bytes / nodes,
                "required",
                required,
                "holds",
                holds);
    }
}

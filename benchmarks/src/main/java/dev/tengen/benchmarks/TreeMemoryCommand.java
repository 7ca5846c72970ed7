package dev.tengen.benchmarks;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench tree-memory}: the memory of trees. */
@Command(
        name = "tree-memory",
        description = "Memory of trees, in bytes.",
        footer = {
            "",
            "Grows random trees, and compares heap histograms of the server before and after. Required for a "
                    + "million nodes of one tree: at most 64 bytes per node."
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

    @Option(names = "--trees", defaultValue = "1", description = "Number of trees. Default: ${DEFAULT-VALUE}.")
    private int treeCount;

    @Option(names = "--nodes", defaultValue = "1000000", description = "Number of nodes. Default: ${DEFAULT-VALUE}.")
    private int nodeCount;

    @Override
    public Integer call() throws IOException {
        try (ServerProcess server = ServerProcess.start(List.of(), 1)) {
            // Classes and data that the first trees load once are not the cost of a node.
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

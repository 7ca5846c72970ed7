package dev.tengen.benchmarks;

import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the memory of trees. */
@Command(
        name = "tree-memory",
        description = "Bytes of memory that trees use.",
        footer = {
            "",
            "Trees grow at random, and class histograms of the server's heap before and after are compared. "
                    + "Required for a million nodes of one tree: 64 bytes per node."
        })
final class TreeMemoryCommand extends BenchmarkCommand {
    private static final int REQUIRED_BYTES = 64;
    private static final int WARM_UP_NODE_COUNT = 50_000;
    private static final int PAIR_COUNT = 1024;
    private static final int LISTED_CLASSES = 6;
    private static final String ENCODING = "alphazero-17";

    @Option(names = "--size", description = "Width and height. Default: ${DEFAULT-VALUE}.")
    private int size = 9;

    @Option(names = "--trees", description = "Trees. Default: ${DEFAULT-VALUE}.")
    private int treeCount = 1;

    @Option(names = "--nodes", description = "Nodes. Default: ${DEFAULT-VALUE}.")
    private int nodeCount = 1_000_000;

    @Override
    void measure() throws IOException {
        try (ServerProcess server = ServerProcess.start(List.of(), 1)) {
            // The first trees load classes and caches, which do not count.
            try (JavaTreeClient first = client(server, WARM_UP_NODE_COUNT)) {
                first.growTo(WARM_UP_NODE_COUNT);
            }
            HeapHistogram before = server.heap();
            try (JavaTreeClient client = client(server, nodeCount)) {
                int nodes = client.growTo(nodeCount);
                addRows(server.heap().minus(before), nodes);
            }
        }
    }

    private JavaTreeClient client(ServerProcess server, int nodes) {
        return new JavaTreeClient(server.address(), size, ENCODING, treeCount, PAIR_COUNT, nodes);
    }

    private void addRows(HeapHistogram added, int nodes) {
        added.largest(LISTED_CLASSES).forEach(entry -> addRow(entry.getKey(), nodes, entry.getValue(), "", ""));
        boolean holds = added.total() <= (long) nodes * REQUIRED_BYTES;
        String verdict = treeCount == 1 ? verdict(holds) : "";
        addRow("all", nodes, added.total(), Integer.toString(REQUIRED_BYTES), verdict);
    }

    private void addRow(String name, int nodes, long bytes, String required, String holds) {
        row().add("class", name)
                .add("nodes", nodes)
                .add("bytes", bytes)
                .add("bytes_per_node", (double) bytes / nodes)
                .add("required", required)
                .add("holds", holds);
    }
}

package dev.tengen.benchmarks;

import java.io.IOException;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures how fast trees grow over one stream. */
@Command(
        name = "tree",
        description = "Nodes per second of trees that grow over one stream.",
        footer = {
            "",
            "The server has its own process. Each pair of a message is a random node of a tree and a random point; "
                    + "the pairs go to the trees in turn. A step is a new node; an illegal point creates none. The "
                    + "client reads handles and ends and unpacks observations and masks to one byte per value. A "
                    + "full forest is released and planted anew, which counts as an episode."
        })
final class TreeCommand extends StreamCommand {
    @Option(names = "--trees", description = "Trees. Default: ${DEFAULT-VALUE}.")
    private int treeCount = 1;

    @Option(names = "--pairs", description = "Pairs per message. Default: ${DEFAULT-VALUE}.")
    private int pairCount = 1024;

    @Option(names = "--nodes", description = "Maximum number of nodes. Default: ${DEFAULT-VALUE}.")
    private int maxNodeCount = 1_000_000;

    TreeCommand() {
        super(5, 5, 5);
    }

    @Override
    StreamClient openClient(ServerProcess server, int index) throws IOException {
        if (kind == StreamClient.Kind.JAVA) {
            return new JavaTreeClient(server.address(), size, encoding, treeCount, pairCount, maxNodeCount);
        }
        Map<String, Object> options = Map.of(
                "--size",
                size,
                "--encoding",
                encoding,
                "--trees",
                treeCount,
                "--pairs",
                pairCount,
                "--nodes",
                maxNodeCount);
        return new PythonStreamClient("tree.py", server.address(), options);
    }

    @Override
    void addColumns(Row row, int index) {
        row.add("trees", treeCount).add("pairs", pairCount);
    }
}

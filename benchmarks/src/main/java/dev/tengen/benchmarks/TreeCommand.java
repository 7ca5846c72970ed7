package dev.tengen.benchmarks;

import dev.tengen.benchmarks.ServerProcess.Transport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench tree}: nodes per second of trees over one stream. */
@Command(
        name = "tree",
        description = "Nodes per second of trees that grow over one stream.",
        footer = {
            "",
            "The server runs in its own process. Each pair of a message is a random node of a tree and a random "
                    + "point; the pairs go to the trees in turn. A step is a new node; an illegal point gives none. The "
                    + "client reads handles and ends, and unpacks observations and masks to one byte per value. A full "
                    + "forest is released and replanted, which counts as an episode."
        })
final class TreeCommand implements Callable<Integer> {
    /** No session is opened, but the limit must be at least 1. */
    private static final int MAX_SESSION_COUNT = 1;

    @Mixin
    private final Report report = new Report();

    @Option(names = "--size", defaultValue = "9", description = "Width and height. Default: ${DEFAULT-VALUE}.")
    private int size;

    @Option(names = "--trees", defaultValue = "1", description = "Number of trees. Default: ${DEFAULT-VALUE}.")
    private int treeCount;

    @Option(names = "--pairs", defaultValue = "1024", description = "Pairs per message. Default: ${DEFAULT-VALUE}.")
    private int pairCount;

    @Option(
            names = "--nodes",
            defaultValue = "1000000",
            description = "Maximum number of nodes. Default: ${DEFAULT-VALUE}.")
    private int maxNodeCount;

    @Option(
            names = "--encoding",
            defaultValue = "alphazero-17",
            description = "Encoding of the observations. Default: ${DEFAULT-VALUE}.")
    private String encoding = "alphazero-17";

    @Option(names = "--client", defaultValue = "java", description = "java or python. Default: ${DEFAULT-VALUE}.")
    private BatchClient.Kind kind = BatchClient.Kind.JAVA;

    @Option(names = "--transport", defaultValue = "tcp", description = "tcp or uds. Default: ${DEFAULT-VALUE}.")
    private Transport transport = Transport.TCP;

    @Option(names = "--seconds", defaultValue = "5", description = "Seconds per run. Default: ${DEFAULT-VALUE}.")
    private double seconds;

    @Option(names = "--runs", defaultValue = "5", description = "Runs. Default: ${DEFAULT-VALUE}.")
    private int runCount;

    @Override
    public Integer call() throws IOException {
        try (ServerProcess server = ServerProcess.start(List.of(), MAX_SESSION_COUNT, transport);
                BatchClient client = open(server.address());
                Progress progress = Progress.of("runs", runCount + 1)) {
            new BatchTrial(client, server).runAll(runCount, seconds, progress, this::addRow);
        }
        return report.print();
    }

    private BatchClient open(String address) throws IOException {
        return kind == BatchClient.Kind.JAVA
                ? new JavaTreeClient(address, size, encoding, treeCount, pairCount, maxNodeCount)
                : new PythonBatchClient(
                        "tree.py",
                        address,
                        List.of(
                                "--size",
                                Integer.toString(size),
                                "--encoding",
                                encoding,
                                "--trees",
                                Integer.toString(treeCount),
                                "--pairs",
                                Integer.toString(pairCount),
                                "--nodes",
                                Integer.toString(maxNodeCount)));
    }

    private void addRow(String run, List<Object> measured) {
        List<Object> row = new ArrayList<>(List.of("client", kind.toString(), "transport", transport.toString()));
        row.addAll(List.of("size", size, "trees", treeCount, "pairs", pairCount, "run", run));
        row.addAll(measured);
        report.add(row.toArray());
    }
}

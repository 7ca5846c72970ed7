package dev.tengen.benchmarks;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench batch}: steps per second of many boards over one stream. */
@Command(
        name = "batch",
        description = "Steps per second of many boards over one stream.",
        footer = {
            "",
            "The server runs in its own process. The client draws legal actions uniformly from the masks, unpacks "
                    + "observations to one byte per value, and reads rewards and ends. Latencies are from a request to "
                    + "its response, with the other parts of the batch in flight. Processor seconds are per million "
                    + "steps."
        })
final class BatchCommand implements Callable<Integer> {
    @Mixin
    private final Report report = new Report();

    @Mixin
    private final BatchOptions options = new BatchOptions();

    @Option(names = "--batch", defaultValue = "1024", description = "Number of boards. Default: ${DEFAULT-VALUE}.")
    private int laneCount;

    @Option(names = "--seconds", defaultValue = "5", description = "Seconds per run. Default: ${DEFAULT-VALUE}.")
    private double seconds;

    @Option(names = "--runs", defaultValue = "5", description = "Number of runs. Default: ${DEFAULT-VALUE}.")
    private int runCount;

    @Override
    public Integer call() throws IOException {
        try (ServerProcess server = options.startServer();
                BatchClient client = BatchClient.open(options, laneCount, server);
                Progress progress = Progress.of("runs", runCount + 1)) {
            new BatchTrial(client, server).runAll(runCount, seconds, progress, this::addRow);
        }
        return report.print();
    }

    private void addRow(String run, List<Object> measured) {
        List<Object> row = options.columns(laneCount, run);
        row.addAll(measured);
        report.add(row.toArray());
    }
}

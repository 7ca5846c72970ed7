package dev.tengen.benchmarks;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures many boards over one stream. */
@Command(
        name = "batch",
        description = "Steps per second of many boards over one stream.",
        footer = {
            "",
            "The server is a process of its own. The client draws actions from the masks, uniformly among the legal "
                    + "ones, unpacks the observations to a byte for each value and reads rewards and ends. Latencies "
                    + "are from a request to its answer, with the other parts of the batch under way. Processor "
                    + "seconds are those of a million steps."
        })
final class BatchCommand implements Callable<Integer> {
    @Mixin
    private final Report report = new Report();

    @Mixin
    private final BatchWork work = new BatchWork();

    @Option(names = "--batch", defaultValue = "1024", description = "Boards. Default: ${DEFAULT-VALUE}.")
    private int laneCount;

    @Option(names = "--seconds", defaultValue = "5", description = "Seconds of a run. Default: ${DEFAULT-VALUE}.")
    private double seconds;

    @Option(names = "--runs", defaultValue = "5", description = "Runs. Default: ${DEFAULT-VALUE}.")
    private int runCount;

    @Override
    public Integer call() throws IOException {
        try (ServerProcess server = work.startServer();
                BatchClient client = BatchClient.open(work, laneCount, server);
                Progress progress = Progress.of("runs", runCount + 1)) {
            new BatchTrial(client, server).runAll(runCount, seconds, progress, this::addRow);
        }
        return report.print();
    }

    private void addRow(String run, List<Object> measured) {
        List<Object> row = work.columns(laneCount, run);
        row.addAll(measured);
        report.add(row.toArray());
    }
}

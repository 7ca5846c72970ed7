package dev.tengen.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures batches of different sizes. */
@Command(
        name = "curve",
        description = "Steps per second at 1 to 16,384 boards, and what a board keeps at the server.",
        footer = {
            "",
            "As batch, at one batch size after another and at all of them again in each run, so that other work on the "
                    + "machine meets them alike. The server keeps all batches open. The bytes of a lane are those by "
                    + "which class histograms of the server differ before a batch is opened and after it was played "
                    + "on; at few lanes that is mostly what the connection keeps."
        })
final class CurveCommand implements Callable<Integer> {
    @Mixin
    private final Report report = new Report();

    @Mixin
    private final BatchWork work = new BatchWork();

    @Option(
            names = "--batches",
            split = ",",
            defaultValue = "1,4,16,64,256,1024,4096,16384",
            description = "Counts of boards. Default: ${DEFAULT-VALUE}.")
    private List<Integer> laneCounts = List.of();

    @Option(names = "--seconds", defaultValue = "2", description = "Seconds of a run. Default: ${DEFAULT-VALUE}.")
    private double seconds;

    @Option(names = "--runs", defaultValue = "3", description = "Runs at each size. Default: ${DEFAULT-VALUE}.")
    private int runCount;

    private final List<BatchClient> clients = new ArrayList<>();
    private final List<BatchTrial> trials = new ArrayList<>();
    private final List<Double> laneBytes = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        try (ServerProcess server = work.startServer();
                Progress progress = Progress.of("runs", (long) laneCounts.size() * (runCount + 1))) {
            for (int laneCount : laneCounts) {
                open(laneCount, server);
                progress.step();
            }
            for (int run = 1; run <= runCount; run++) {
                for (int i = 0; i < trials.size(); i++) {
                    addRow(i, Integer.toString(run), trials.get(i).run(seconds));
                    progress.step();
                }
            }
            for (int i = 0; i < trials.size(); i++) {
                addRow(i, "median", trials.get(i).median());
            }
        } finally {
            clients.forEach(BatchClient::close);
        }
        return report.print();
    }

    private void open(int laneCount, ServerProcess server) throws IOException {
        long before = server.heap().total();
        BatchClient client = BatchClient.open(work, laneCount, server);
        clients.add(client);
        BatchTrial trial = new BatchTrial(client, server);
        trial.warmUp(Math.max(seconds, 3));
        trials.add(trial);
        laneBytes.add((double) (server.heap().total() - before) / laneCount);
    }

    private void addRow(int index, String run, List<Object> measured) {
        List<Object> row = work.columns(laneCounts.get(index), run);
        row.addAll(measured);
        row.addAll(List.of("bytes_per_lane", laneBytes.get(index)));
        report.add(row.toArray());
    }
}

package dev.tengen.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench curve}: steps per second at different batch sizes. */
@Command(
        name = "curve",
        description = "Steps per second at 1 to 16,384 boards, and the memory of a board at the server.",
        footer = {
            "",
            "Like batch, for several batch sizes. Each run measures all sizes in turn, so that other work on the "
                    + "machine affects them equally. The server keeps all batches open. The bytes of a lane are the "
                    + "difference between class histograms of the server before the batch is opened and after it was "
                    + "played; with few lanes, most of it belongs to the connection."
        })
final class CurveCommand implements Callable<Integer> {
    @Mixin
    private final Report report = new Report();

    @Mixin
    private final BatchOptions options = new BatchOptions();

    @Option(
            names = "--batches",
            split = ",",
            defaultValue = "1,4,16,64,256,1024,4096,16384",
            description = "Batch sizes. Default: ${DEFAULT-VALUE}.")
    private List<Integer> laneCounts = List.of();

    @Option(names = "--seconds", defaultValue = "2", description = "Seconds per run. Default: ${DEFAULT-VALUE}.")
    private double seconds;

    @Option(names = "--runs", defaultValue = "3", description = "Number of runs per size. Default: ${DEFAULT-VALUE}.")
    private int runCount;

    private final List<BatchClient> clients = new ArrayList<>();
    private final List<BatchTrial> trials = new ArrayList<>();
    private final List<Double> laneBytes = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        try (ServerProcess server = options.startServer();
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
        BatchClient client = BatchClient.open(options, laneCount, server);
        clients.add(client);
        BatchTrial trial = new BatchTrial(client, server);
        trial.warmUp(Math.max(seconds, 3));
        trials.add(trial);
        laneBytes.add((double) (server.heap().total() - before) / laneCount);
    }

    private void addRow(int index, String run, List<Object> measured) {
        List<Object> row = options.columns(laneCounts.get(index), run);
        row.addAll(measured);
        row.addAll(List.of("bytes_per_lane", laneBytes.get(index)));
        report.add(row.toArray());
    }
}

package dev.tengen.benchmarks;

import dev.tengen.client.TengenClient;
import dev.tengen.client.TengenSession;
import dev.tengen.client.env.SessionSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures what the journal of a batch costs. */
@Command(
        name = "journal",
        description = "Steps of a batch with a journal, compared with one without; and what others wait meanwhile.",
        footer = {
            "",
            "One server with --store FILE. Two batches, one with a journal, take turns, round by round, each in a Python",
            "process of its own, which unpacks the observations, draws actions from the masks and reads rewards and",
            "ends. In as many rounds more, a caller steps a stored session meanwhile: its latencies beside the one batch",
            "and beside the other show whether commits of sessions wait for the journal. Required: "
                    + JournalCommand.REQUIRED + " of the steps."
        })
final class JournalCommand extends BenchmarkCommand {
    static final double REQUIRED = 0.7;

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final double WARM_UP_SECONDS = 6;

    @Option(names = "--sizes", split = ",", description = "Sizes, separated by commas. Default: ${DEFAULT-VALUE}.")
    private List<Integer> sizes = List.of(9, 19);

    @Option(names = "--batch", description = "Boards. Default: ${DEFAULT-VALUE}.")
    private int laneCount = 1024;

    @Option(names = "--rounds", description = "Rounds to measure. Default: ${DEFAULT-VALUE}.")
    private int roundCount = 5;

    @Option(names = "--seconds", description = "Time of each turn. Default: ${DEFAULT-VALUE}.")
    private double seconds = 4;

    @Option(
            names = "--store",
            description =
                    "Store: a file on the disk to measure, or the URL of a database. Default: a new temporary file.")
    private String store = "";

    /** Always Python: the option makes the launcher provide the client. */
    @Option(names = "--client", required = true, description = "The client that steps the batches: python.")
    @SuppressWarnings("UnusedVariable")
    private StreamClient.Kind kind = StreamClient.Kind.PYTHON;

    @Override
    void measure() throws IOException {
        String url = store.isEmpty()
                ? Files.createTempDirectory("tengen-bench").resolve("store.db").toString()
                : store;
        try (ServerProcess server = ServerProcess.start(10, List.of("--store", url, "--http-port", "0"));
                Progress progress = Progress.of("rounds", sizes.size() * 2L * roundCount)) {
            for (int size : sizes) {
                try (StreamClient plain = open(server, size, "");
                        StreamClient journaled = open(server, size, "bench-" + size + "-" + System.nanoTime())) {
                    measure(size, server, plain, journaled, progress);
                }
            }
        }
    }

    private StreamClient open(ServerProcess server, int size, String journal) throws IOException {
        Map<String, Object> options = new LinkedHashMap<>(Map.of("--batch", laneCount, "--size", size));
        if (!journal.isEmpty()) {
            options.put("--journal", journal);
        }
        StreamClient client = new PythonStreamClient("batch.py", server.address(), options);
        var unused = client.run(WARM_UP_SECONDS);
        return client;
    }

    private void measure(int size, ServerProcess server, StreamClient plain, StreamClient journaled, Progress progress)
            throws IOException {
        Samples without = new Samples();
        Samples with = new Samples();
        double requestsBefore = server.metric("tengen_journal_requests_total");
        double commitsBefore = server.metric("tengen_journal_commit_seconds_count");
        for (int round = 0; round < roundCount; round++) {
            // Every other round is in the opposite order.
            StreamClient first = round % 2 == 0 ? plain : journaled;
            StreamClient second = round % 2 == 0 ? journaled : plain;
            double one = rate(first.run(seconds));
            double two = rate(second.run(seconds));
            without.add(round % 2 == 0 ? one : two);
            with.add(round % 2 == 0 ? two : one);
            progress.step();
        }
        double requests = server.metric("tengen_journal_requests_total") - requestsBefore;
        double commits = server.metric("tengen_journal_commit_seconds_count") - commitsBefore;
        Histogram besidePlain = new Histogram(3);
        Histogram besideJournaled = new Histogram(3);
        for (int round = 0; round < roundCount; round++) {
            besidePlain.add(latencies(server, plain));
            besideJournaled.add(latencies(server, journaled));
            progress.step();
        }
        double ratio = with.dividedBy(without).median();
        row().add("size", size)
                .add("batch", laneCount)
                .add("steps_per_second", without.median())
                .add("journaled_steps_per_second", with.median())
                .add("ratio", ratio)
                .add("requests_in_a_commit", requests / commits)
                .add("session_p50_us", besidePlain.getValueAtPercentile(50) / 1e3)
                .add("session_p50_us_journaled", besideJournaled.getValueAtPercentile(50) / 1e3)
                .add("session_p99_us", besidePlain.getValueAtPercentile(99) / 1e3)
                .add("session_p99_us_journaled", besideJournaled.getValueAtPercentile(99) / 1e3)
                .add("required", ">= " + REQUIRED)
                .add("holds", verdict(ratio >= REQUIRED));
    }

    private static double rate(StreamClient.Run run) {
        return run.stepCount() / run.seconds();
    }

    /** Returns the times of the steps of a stored session while {@code batch} plays. */
    private Histogram latencies(ServerProcess server, StreamClient batch) throws IOException {
        Histogram latencies = new Histogram(3);
        AtomicBoolean isOver = new AtomicBoolean();
        Thread caller = new Thread(() -> play(server, isOver, latencies), "caller");
        caller.start();
        try {
            var unused = batch.run(seconds);
        } finally {
            isOver.set(true);
            try {
                caller.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return latencies;
    }

    private static void play(ServerProcess server, AtomicBoolean isOver, Histogram latencies) {
        try (TengenClient client = TengenClient.connect(server.address(), TIMEOUT);
                TengenSession session = client.createSession(SessionSpec.of(9, 9))) {
            RandomPlayer player = new RandomPlayer(session, 1);
            while (!isOver.get()) {
                latencies.recordValue(player.step());
            }
        }
    }
}

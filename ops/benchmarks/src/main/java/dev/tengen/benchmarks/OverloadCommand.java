package dev.tengen.benchmarks;

import dev.tengen.benchmarks.OverloadLoad.Result;
import dev.tengen.benchmarks.OverloadLoad.Target;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.ObserveRequest;
import io.grpc.ManagedChannel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures what a server answers when clients ask for more than it can do. */
@Command(
        name = "overload",
        description = "Goodput and latency at 1, 2 and 10 times the capacity of a server.",
        footer = {
            "",
            "The server runs on one processor and this program on another (taskset). The call is Observe of a "
                    + "position of 25x25 in many encodings, so that this program can ask for ten times as many as the "
                    + "server can answer. A batch request steps lanes of 19x19. Closed loop: callers wait for each "
                    + "answer, and after a refusal for the time that the server states. Open loop: calls start at a "
                    + "fixed rate, even if the server refuses them. The capacity is the goodput of the closed loop at 1. "
                    + "Requests on streams are not refused, so their latency has no requirement: flow control delays "
                    + "them. Required of calls at 10 times the capacity: goodput of at least 80 %% of the peak, a 99th "
                    + "percentile of at most 3 times that of a single caller, refusals in under 5 ms (99th "
                    + "percentile); of two clients of which one floods, the other gets 40 %% of its half."
        })
final class OverloadCommand extends BenchmarkCommand {
    private static final double[] FACTORS = {1, 2, 10};
    /** The columns of the figures of a run, which the row of a verdict leaves empty. */
    private static final List<String> FIGURES = List.of(
            "offered_per_second",
            "goodput_per_second",
            "refused",
            "p50_ms",
            "p99_ms",
            "refused_p50_ms",
            "refused_p99_ms");

    private static final int SIZE = 25;
    private static final int SEED = 1;
    private static final int MOVE_COUNT = 300;
    private static final int CALLERS_AT_CAPACITY = 4;
    private static final int STREAMS_AT_CAPACITY = 2;
    private static final double REQUIRED_GOODPUT = 0.8;
    private static final double REQUIRED_LATENCY = 3;
    private static final double REQUIRED_REFUSAL_MILLIS = 5;
    private static final double REQUIRED_SHARE = 0.4;

    @Option(names = "--seconds", description = "Seconds of a run. Default: ${DEFAULT-VALUE}.")
    private double seconds = 10;

    @Option(names = "--warm-up-seconds", description = "Seconds of the warm-up. Default: ${DEFAULT-VALUE}.")
    private double warmUpSeconds = 20;

    @Option(names = "--connections", description = "Connections of the load. Default: ${DEFAULT-VALUE}.")
    private int connectionCount = 2;

    @Option(
            names = "--encodings",
            split = ",",
            description = "Encodings that a call observes in. Default: ${DEFAULT-VALUE}.")
    private List<String> encodings =
            List.of("alphago-48", "katago-v7", "alphazero:history=32", "alphazero:history=31", "alphazero:history=30");

    @Option(names = "--lanes", description = "Lanes of a batch. Default: ${DEFAULT-VALUE}.")
    private int laneCount = 128;

    @Option(names = "--server-processor", description = "Processor of the server. Default: ${DEFAULT-VALUE}.")
    private int serverProcessor;

    @Option(names = "--client-processor", description = "Processor of this program. Default: ${DEFAULT-VALUE}.")
    private int clientProcessor = 1;

    @Override
    void measure() throws IOException, InterruptedException {
        pin(clientProcessor);
        try (ServerProcess server = ServerProcess.startPinned(serverProcessor, 100);
                Progress progress = Progress.of("runs", 4 + 4L * FACTORS.length)) {
            measureCalls(server, progress);
            measureBatches(server, progress);
        }
    }

    private static void pin(int processor) throws IOException, InterruptedException {
        Process taskset = new ProcessBuilder(
                        "taskset",
                        "-a",
                        "-c",
                        "-p",
                        Integer.toString(processor),
                        Long.toString(ProcessHandle.current().pid()))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        if (taskset.waitFor() != 0) {
            throw new IOException("taskset failed for processor " + processor);
        }
    }

    private void measureCalls(ServerProcess server, Progress progress) throws InterruptedException {
        List<ManagedChannel> channels = channels(server, connectionCount);
        try {
            List<Target> targets = targets(channels);
            OverloadLoad load = new OverloadLoad(targets);
            load.closed(CALLERS_AT_CAPACITY, warmUpSeconds);
            progress.step();
            Result unloaded = load.closed(1, seconds);
            addRow("call", "one caller", 0, unloaded);
            progress.step();
            List<Result> closed = new ArrayList<>();
            for (double factor : FACTORS) {
                closed.add(load.closed((int) (CALLERS_AT_CAPACITY * factor), seconds));
                addRow("call", "closed", factor, closed.get(closed.size() - 1));
                progress.step();
            }
            double capacity = closed.get(0).goodput();
            List<Result> open = new ArrayList<>();
            for (double factor : FACTORS) {
                open.add(load.open(capacity * factor, seconds));
                addRow("call", "open", factor, open.get(open.size() - 1));
                progress.step();
            }
            double peak = Stream.concat(closed.stream(), open.stream())
                    .mapToDouble(Result::goodput)
                    .max()
                    .orElseThrow();
            addVerdicts(closed.get(closed.size() - 1), unloaded, peak);
            addVerdicts(open.get(open.size() - 1), unloaded, peak);
            measureShare(targets.get(0), targets.get(1), capacity);
            progress.step();
        } finally {
            channels.forEach(ManagedChannel::shutdownNow);
        }
    }

    private void addVerdicts(Result overloaded, Result unloaded, double peak) {
        addVerdict(
                "goodput / peak",
                overloaded.goodput() / peak,
                ">= " + REQUIRED_GOODPUT,
                overloaded.goodput() >= REQUIRED_GOODPUT * peak);
        double latency = overloaded.acceptedMillis(99) / unloaded.acceptedMillis(99);
        addVerdict("p99 / unloaded p99", latency, "<= " + REQUIRED_LATENCY, latency <= REQUIRED_LATENCY);
        double refusal = overloaded.refusedMillis(99);
        addVerdict("p99 of refusals, ms", refusal, "< " + REQUIRED_REFUSAL_MILLIS, refusal < REQUIRED_REFUSAL_MILLIS);
    }

    /** Measures the goodput of a client with a few callers while another client floods the server. */
    private void measureShare(Target flood, Target other, double capacity) throws InterruptedException {
        OverloadLoad flooding = new OverloadLoad(List.of(flood));
        Thread thread = new Thread(() -> {
            try {
                addRow("call", "flooding client", 10, flooding.open(capacity * 10, seconds + 1));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.start();
        Result result = new OverloadLoad(List.of(other)).closed(CALLERS_AT_CAPACITY, seconds);
        thread.join();
        addRow("call", "other client", 1, result);
        double share = result.goodput() / (capacity / 2);
        addVerdict("goodput / half of the capacity", share, ">= " + REQUIRED_SHARE, share >= REQUIRED_SHARE);
    }

    private void measureBatches(ServerProcess server, Progress progress) throws InterruptedException {
        List<ManagedChannel> channels = channels(server, connectionCount);
        try {
            OverloadBatches load = new OverloadBatches(channels, laneCount);
            Result unloaded = load.run(1, 1, seconds);
            addRow("batch", "one stream", 0, unloaded);
            double peak = unloaded.goodput();
            for (int inFlight : List.of(1, 8)) {
                Result last = unloaded;
                for (double factor : FACTORS) {
                    last = load.run((int) (STREAMS_AT_CAPACITY * factor), inFlight, seconds);
                    peak = Math.max(peak, last.goodput());
                    addRow("batch", inFlight == 1 ? "closed" : "8 in flight", factor, last);
                    progress.step();
                }
                addVerdict(
                        "goodput / peak",
                        last.goodput() / peak,
                        ">= " + REQUIRED_GOODPUT,
                        last.goodput() >= REQUIRED_GOODPUT * peak);
            }
        } finally {
            channels.forEach(ManagedChannel::shutdownNow);
        }
    }

    private List<Target> targets(List<ManagedChannel> channels) {
        return channels.stream()
                .map(channel -> new Target(channel, request(channel)))
                .toList();
    }

    /** Returns a request to observe a session of its own. */
    private ObserveRequest request(ManagedChannel channel) {
        RandomSession session =
                new RandomSession(EnvironmentServiceGrpc.newBlockingStub(channel), SIZE, List.of(), SEED);
        while (session.moveNumber() < MOVE_COUNT && !session.isOver()) {
            session.update(session.send(session.randomPlay()));
        }
        return ObserveRequest.newBuilder()
                .setSessionId(session.id())
                .addAllEncodings(encodings)
                .build();
    }

    private static List<ManagedChannel> channels(ServerProcess server, int count) {
        List<ManagedChannel> channels = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            channels.add(server.newChannel());
        }
        return channels;
    }

    private synchronized void addRow(String kind, String loop, double factor, Result result) {
        row().add("request", kind)
                .add("loop", loop)
                .add("load", String.format(Locale.ROOT, "%.0f x", factor))
                .add("offered_per_second", result.offered())
                .add("goodput_per_second", result.goodput())
                .add("refused", result.refusedCount())
                .add("p50_ms", result.acceptedMillis(50))
                .add("p99_ms", result.acceptedMillis(99))
                .add("refused_p50_ms", result.refusedMillis(50))
                .add("refused_p99_ms", result.refusedMillis(99))
                .add("required", "")
                .add("holds", "");
    }

    private synchronized void addVerdict(String figure, double value, String required, boolean holds) {
        Row row = row().add("request", "").add("loop", figure).add("load", String.format(Locale.ROOT, "%.2f", value));
        FIGURES.forEach(column -> row.add(column, ""));
        row.add("required", required).add("holds", verdict(holds));
    }
}

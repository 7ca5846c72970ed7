package dev.tengen.benchmarks;

import dev.tengen.board.SplitMix64;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench sessions}: steps per second over many active sessions. */
@Command(
        name = "sessions",
        description = "Steps per second over many sessions, in a small heap of constant size.",
        footer = {
            "",
            "A session grows during an episode and shrinks at a reset. Therefore the sessions are first played until "
                    + "each was reset once, at a random time, which distributes them over their episodes. This takes "
                    + "longer than the measurement. Then the heap is measured at the start, in the middle and at the "
                    + "end, each time after a full garbage collection. Required: 2,000 steps per second, ten steps in "
                    + "each session, no error, heap sizes within 5 %%."
        })
final class SessionsCommand implements Callable<Integer> {
    private static final int SIZE = 9;
    private static final int LONGEST_EPISODE = 3 * SIZE * SIZE;
    private static final int REQUIRED_STEPS_PER_SECOND = 2000;
    private static final int REQUIRED_SWEEPS = 10;
    private static final double REQUIRED_SPREAD = 0.05;

    @Mixin
    private final Report report = new Report();

    @Option(
            names = "--sessions",
            defaultValue = "10000",
            description = "Number of sessions. Default: ${DEFAULT-VALUE}.")
    private int sessionCount;

    @Option(
            names = "--seconds",
            defaultValue = "60",
            description = "Duration of the measurement. Default: ${DEFAULT-VALUE}.")
    private int seconds;

    @Option(
            names = "--heap",
            defaultValue = "512m",
            description = "Heap size of the server. Default: ${DEFAULT-VALUE}.")
    private String heap = "512m";

    @Option(
            names = "--callers",
            defaultValue = "16",
            description = "Number of calling threads. Default: ${DEFAULT-VALUE}.")
    private int callerCount;

    private final AtomicLong stepCount = new AtomicLong();
    private final AtomicLong errorCount = new AtomicLong();

    @Override
    public Integer call() throws Exception {
        try (ServerProcess server = ServerProcess.start(List.of("-Xmx" + heap), sessionCount);
                CallerThreads callers = new CallerThreads(callerCount)) {
            ManagedChannel channel = server.channel();
            RandomSession[] sessions = opened(EnvironmentServiceGrpc.newBlockingStub(channel), callers);
            warmUp(sessions, callers);
            measure(server, sessions, callers);
            channel.shutdownNow();
        }
        return report.print();
    }

    private RandomSession[] opened(EnvironmentServiceBlockingStub stub, CallerThreads callers)
            throws InterruptedException, ExecutionException {
        RandomSession[] sessions = new RandomSession[sessionCount];
        try (Progress progress = Progress.of("opening", sessionCount)) {
            callers.forEach(sessionCount, number -> {
                sessions[number] = new RandomSession(stub, SIZE, List.of(), number);
                progress.step();
            });
        }
        return sessions;
    }

    /** Plays every session for the length of the longest episode, and resets it once at a random step. */
    private void warmUp(RandomSession[] sessions, CallerThreads callers)
            throws InterruptedException, ExecutionException {
        SplitMix64 random = new SplitMix64(1);
        int[] resets = IntStream.range(0, sessionCount)
                .map(number -> random.nextInt(LONGEST_EPISODE))
                .toArray();
        try (Progress progress = Progress.of("warming up", LONGEST_EPISODE)) {
            for (int sweep = 0; sweep < LONGEST_EPISODE; sweep++) {
                int present = sweep;
                callers.forEach(sessionCount, number -> {
                    if (resets[number] == present) {
                        counted(sessions[number], RandomSession::reset);
                    }
                    step(sessions[number]);
                });
                progress.step();
            }
        }
    }

    private void step(RandomSession session) {
        counted(session, played -> {
            if (played.isOver()) {
                played.reset();
            }
            played.took(played.send(played.randomStep()));
        });
    }

    /** Calls {@code work}. Counts errors instead of throwing them. */
    private void counted(RandomSession session, Consumer<RandomSession> work) {
        try {
            work.accept(session);
            stepCount.incrementAndGet();
        } catch (StatusRuntimeException e) {
            if (errorCount.getAndIncrement() == 0) {
                System.err.println("benchmarks: the first error: " + e.getStatus());
            }
        }
    }

    private void measure(ServerProcess server, RandomSession[] sessions, CallerThreads callers)
            throws IOException, InterruptedException, ExecutionException {
        Samples heaps = new Samples();
        heaps.add((double) server.heap().total());
        long stepsBefore = stepCount.get();
        double first = run(sessions, callers, seconds / 2.0);
        heaps.add((double) server.heap().total());
        double second = run(sessions, callers, seconds / 2.0);
        heaps.add((double) server.heap().total());
        addRow(stepCount.get() - stepsBefore, first + second, heaps);
    }

    /** Steps all sessions repeatedly until the time is over. Returns the duration in seconds. */
    private double run(RandomSession[] sessions, CallerThreads callers, double duration)
            throws InterruptedException, ExecutionException {
        long start = System.nanoTime();
        try (Progress progress = Progress.of("measuring", Math.round(duration))) {
            double elapsed = 0;
            while (elapsed < duration) {
                callers.forEach(sessions.length, number -> step(sessions[number]));
                elapsed = (System.nanoTime() - start) / 1e9;
                progress.stepTo((long) elapsed);
            }
            return elapsed;
        }
    }

    private void addRow(long steps, double elapsed, Samples heaps) {
        double rate = steps / elapsed;
        double sweeps = (double) steps / sessionCount;
        double spread = heaps.quantile(1) / heaps.quantile(0) - 1;
        boolean holds = rate >= REQUIRED_STEPS_PER_SECOND
                && sweeps >= REQUIRED_SWEEPS
                && errorCount.get() == 0
                && spread <= REQUIRED_SPREAD;
        report.add(
                "sessions",
                sessionCount,
                "heap",
                heap,
                "seconds",
                elapsed,
                "steps_per_second",
                rate,
                "steps_per_session",
                sweeps,
                "errors",
                errorCount.get(),
                "heap_start_mb",
                heaps.value(0) / 1e6,
                "heap_middle_mb",
                heaps.value(1) / 1e6,
                "heap_end_mb",
                heaps.value(2) / 1e6,
                "required",
                ">= " + REQUIRED_STEPS_PER_SECOND + "/s, no error, heap within 5 %",
                "holds",
                report.verdict(holds));
    }
}

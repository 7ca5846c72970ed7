package dev.tengen.benchmarks;

import dev.tengen.base.SplitMix64;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures many sessions that are in use at the same time. */
@Command(
        name = "sessions",
        description = "Steps per second over many sessions, in a small heap that stays flat.",
        footer = {
            "",
            "A session grows during an episode and shrinks when it is reset. The warm-up therefore plays each "
                    + "session and resets it once, at a random time, so that sessions are at different points of "
                    + "their episodes; this takes longer than the measurement. The heap is then measured at the "
                    + "start, in the middle and at the end, each time after a full collection. Required: 2,000 steps a "
                    + "second, ten steps in each session, no error, all three heaps within 5 %%."
        })
final class SessionsCommand extends BenchmarkCommand {
    private static final int SIZE = 9;
    private static final int LONGEST_EPISODE = 3 * SIZE * SIZE;
    private static final int REQUIRED_STEPS_PER_SECOND = 2000;
    private static final int REQUIRED_SWEEPS = 10;
    private static final double REQUIRED_SPREAD = 0.05;

    @Option(names = "--sessions", description = "Sessions. Default: ${DEFAULT-VALUE}.")
    private int sessionCount = 10000;

    @Option(names = "--seconds", description = "Time to measure. Default: ${DEFAULT-VALUE}.")
    private int seconds = 60;

    @Option(names = "--heap", description = "Heap of the server. Default: ${DEFAULT-VALUE}.")
    private String heap = "512m";

    @Option(names = "--callers", description = "Threads that call. Default: ${DEFAULT-VALUE}.")
    private int callerCount = 16;

    private final AtomicLong stepCount = new AtomicLong();
    private final AtomicLong errorCount = new AtomicLong();

    @Override
    void measure() throws IOException {
        try (ServerProcess server = ServerProcess.start(List.of("-Xmx" + heap), sessionCount, List.of());
                Callers callers = new Callers(callerCount)) {
            RandomSession[] sessions = opened(EnvironmentServiceGrpc.newBlockingStub(server.channel()), callers);
            warmUp(sessions, callers);
            measureSteps(server, sessions, callers);
        }
    }

    private RandomSession[] opened(EnvironmentServiceBlockingStub stub, Callers callers) {
        RandomSession[] sessions = new RandomSession[sessionCount];
        try (Progress progress = Progress.of("opening", sessionCount)) {
            callers.forEach(sessionCount, number -> {
                sessions[number] = new RandomSession(stub, SIZE, List.of(), number);
                progress.step();
            });
        }
        return sessions;
    }

    /** Plays each session for the length of the longest episode, and resets it once at a random step. */
    private void warmUp(RandomSession[] sessions, Callers callers) {
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
            played.update(played.send(played.randomStep()));
        });
    }

    /** Calls {@code work}. Counts an error instead of throwing it. */
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

    private void measureSteps(ServerProcess server, RandomSession[] sessions, Callers callers) throws IOException {
        Samples heaps = new Samples();
        heaps.add((double) server.heap().total());
        long stepsBefore = stepCount.get();
        double first = run(sessions, callers, seconds / 2.0);
        heaps.add((double) server.heap().total());
        double second = run(sessions, callers, seconds / 2.0);
        heaps.add((double) server.heap().total());
        addRow(stepCount.get() - stepsBefore, first + second, heaps);
    }

    /** Steps all sessions in turn until {@code duration} has passed, and returns the elapsed seconds. */
    private double run(RandomSession[] sessions, Callers callers, double duration) {
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
        boolean holds = rate >= REQUIRED_STEPS_PER_SECOND
                && sweeps >= REQUIRED_SWEEPS
                && errorCount.get() == 0
                && heaps.max() / heaps.min() - 1 <= REQUIRED_SPREAD;
        row().add("sessions", sessionCount)
                .add("heap", heap)
                .add("seconds", elapsed)
                .add("steps_per_second", rate)
                .add("steps_per_session", sweeps)
                .add("errors", errorCount.get())
                .add("heap_start_mb", heaps.values().get(0) / 1e6)
                .add("heap_middle_mb", heaps.values().get(1) / 1e6)
                .add("heap_end_mb", heaps.values().get(2) / 1e6)
                .add("required", ">= " + REQUIRED_STEPS_PER_SECOND + "/s, no error, heap within 5 %")
                .add("holds", verdict(holds));
    }
}

package dev.tengen.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;

/** Random play, and its speed in each run. Not thread-safe. */
final class TimedPlay {
    private static final int STEPS_PER_CLOCK_READ = 10_000;

    private final RandomGames games;

    /** Steps per second of each run. */
    final Samples rates = new Samples();

    /** Steps per second of processor time of each run. */
    final Samples cpuRates = new Samples();

    /** Nanoseconds of processor time per step of each run. */
    final Samples cpuNanoseconds = new Samples();

    /** Depends on all steps, so that none is optimized away. */
    private long sum;

    TimedPlay(RandomGames games) {
        this.games = games;
    }

    /**
     * Runs each of {@code contenders} {@code runCount} times, in turns, so that other load on the machine affects them
     * alike. First warms up all of them in runs that do not count.
     */
    static void runInTurns(
            List<TimedPlay> contenders, double warmUpSeconds, double seconds, int runCount, Progress progress) {
        // The compiler must have seen all of them before one is measured.
        for (int round = 0; round < 3; round++) {
            contenders.forEach(contender -> contender.play(warmUpSeconds));
        }
        contenders.forEach(TimedPlay::clear);
        for (int run = 0; run < runCount; run++) {
            for (int turn = 0; turn < contenders.size(); turn++) {
                contenders.get((run + turn) % contenders.size()).play(seconds);
            }
            progress.step();
        }
    }

    private void play(double seconds) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long cpuBefore = threads.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        long steps = 0;
        double elapsed = 0;
        while (elapsed < seconds) {
            sum += games.play(STEPS_PER_CLOCK_READ);
            steps += STEPS_PER_CLOCK_READ;
            elapsed = (System.nanoTime() - start) / 1e9;
        }
        double cpuTime = threads.getCurrentThreadCpuTime() - cpuBefore;
        rates.add(steps / elapsed);
        cpuRates.add(steps / (cpuTime / 1e9));
        cpuNanoseconds.add(cpuTime / steps);
    }

    private void clear() {
        if (sum == 0) {
            throw new AssertionError("nothing was legal");
        }
        rates.clear();
        cpuRates.clear();
        cpuNanoseconds.clear();
    }
}

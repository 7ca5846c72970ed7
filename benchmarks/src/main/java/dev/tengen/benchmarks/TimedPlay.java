package dev.tengen.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Random play and its speed in each run. Not thread-safe. */
final class TimedPlay {
    private static final int STEPS_PER_LOOK = 10_000;
    private static final double NANOSECONDS = 1e9;

    private final RandomGames games;
    private Samples rates = new Samples();
    private Samples cpuRates = new Samples();
    private Samples cpuNanoseconds = new Samples();

    /** A value that depends on all steps. */
    private long sum;

    TimedPlay(RandomGames games) {
        this.games = games;
    }

    /** Plays for {@code seconds}. */
    void play(double seconds) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long cpuBefore = threads.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        long steps = 0;
        double elapsed = 0;
        while (elapsed < seconds) {
            sum += games.play(STEPS_PER_LOOK);
            steps += STEPS_PER_LOOK;
            elapsed = (System.nanoTime() - start) / NANOSECONDS;
        }
        double cpuTime = threads.getCurrentThreadCpuTime() - cpuBefore;
        rates.add(steps / elapsed);
        cpuRates.add(steps / (cpuTime / NANOSECONDS));
        cpuNanoseconds.add(cpuTime / steps);
    }

    /** Discards the runs so far, which were the warm-up. Throws {@link AssertionError} if nothing was legal. */
    void forget() {
        if (sum == 0) {
            throw new AssertionError("nothing was legal");
        }
        rates = new Samples();
        cpuRates = new Samples();
        cpuNanoseconds = new Samples();
    }

    /** Returns the steps per second of each run. */
    Samples rates() {
        return rates;
    }

    /** Returns the steps per second of processor time of each run. */
    Samples cpuRates() {
        return cpuRates;
    }

    /** Returns the nanoseconds of processor time per step of each run. */
    Samples cpuNanoseconds() {
        return cpuNanoseconds;
    }
}

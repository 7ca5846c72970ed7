package dev.tengen.arena.report;

import dev.tengen.arena.game.TimeSource;
import dev.tengen.board.SplitMix64;

/** A time that passes by as much as chance says whenever somebody looks at it, and wakes nobody up. */
final class SteppingTime implements TimeSource {
    private final SplitMix64 random;
    private final int maxStepNanos;
    private long now;

    SteppingTime(long seed, int maxStepNanos) {
        random = new SplitMix64(seed);
        this.maxStepNanos = maxStepNanos;
    }

    @Override
    public long nanoTime() {
        // Squared, so that short steps are many and long ones few.
        long step = random.nextInt(maxStepNanos);
        now += step * step / maxStepNanos;
        return now;
    }

    @Override
    public Runnable schedule(long atNanos, Runnable task) {
        return () -> {};
    }
}

package dev.tengen.arena.report;

import dev.tengen.arena.game.TimeSource;
import dev.tengen.base.SplitMix64;

/** A time source that advances by a random step at each reading, and runs no alarms. */
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
        // Squared, so that most steps are short.
        long step = random.nextInt(maxStepNanos);
        now += step * step / maxStepNanos;
        return now;
    }

    @Override
    public Runnable schedule(long atNanos, Runnable task) {
        return () -> {};
    }
}

package dev.tengen.client.internal;

import com.google.common.collect.Comparators;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Exponential backoff: the delays between attempts to reach a server. Each is twice the one before, up to a maximum,
 * with jitter. Not thread-safe.
 */
public final class Backoff {
    private static final Duration INITIAL = Duration.ofMillis(50);

    private final Duration max;
    private Duration next = INITIAL;

    /** Creates a backoff whose first delay is at most 50 milliseconds. */
    public Backoff(Duration max) {
        this.max = max;
    }

    /**
     * Returns the delay before the next attempt: a time between half the backoff and all of it, so that the clients of
     * a server that restarts spread out.
     */
    public Duration next() {
        double share = 0.5 + ThreadLocalRandom.current().nextDouble() / 2;
        Duration delay = Duration.ofNanos((long) (next.toNanos() * share));
        next = Comparators.min(next.multipliedBy(2), max);
        return delay;
    }

    /** Starts again with the first delay, after an attempt that has succeeded. */
    public void reset() {
        next = INITIAL;
    }
}

package dev.tengen.gtp.driver;

import java.time.Duration;

/** The end of a time limit. */
final class Deadline {
    private final Duration limit;
    private final long endNanos;

    private Deadline(Duration limit) {
        this.limit = limit;
        endNanos = System.nanoTime() + limit.toNanos();
    }

    /** Returns the deadline {@code limit} from now. */
    static Deadline in(Duration limit) {
        return new Deadline(limit);
    }

    /** Returns the whole time limit. */
    Duration limit() {
        return limit;
    }

    /** Returns the remaining time; 0 after the end. */
    long remainingNanos() {
        return Math.max(0, endNanos - System.nanoTime());
    }
}

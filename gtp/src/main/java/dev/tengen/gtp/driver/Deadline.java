package dev.tengen.gtp.driver;

import java.time.Duration;

/** A moment by which something must have happened. */
final class Deadline {
    private final Duration allowed;
    private final long endNanos;

    private Deadline(Duration allowed) {
        this.allowed = allowed;
        endNanos = System.nanoTime() + allowed.toNanos();
    }

    /** Returns the moment that is {@code allowed} from now. */
    static Deadline in(Duration allowed) {
        return new Deadline(allowed);
    }

    /** Returns the time that was allowed in all. */
    Duration allowed() {
        return allowed;
    }

    /** Returns the time left; 0 once it is over. */
    long remainingNanos() {
        return Math.max(0, endNanos - System.nanoTime());
    }
}

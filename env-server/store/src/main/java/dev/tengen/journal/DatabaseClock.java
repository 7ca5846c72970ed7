package dev.tengen.journal;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The clock of the database, read without a call. It is set by comparing the clocks now and then: the comparison that
 * took the shortest time is the most precise one. Thread-safe.
 */
final class DatabaseClock {
    /** After this, clocks of different speed may have come apart further than a slow comparison errs. */
    private static final long MAX_AGE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private long setNanos;
    private long errorNanos = Long.MAX_VALUE;
    private long offsetMillis;

    /**
     * Compares the clocks, unless a better comparison is known. {@code now} asks the database for its time in
     * milliseconds.
     */
    synchronized void compare(LongSupplier now) {
        long before = System.nanoTime();
        long millis = now.getAsLong();
        long after = System.nanoTime();
        if (after - before <= errorNanos || after - setNanos > MAX_AGE_NANOS) {
            setNanos = after;
            errorNanos = after - before;
            offsetMillis = millis - TimeUnit.NANOSECONDS.toMillis(before + (after - before) / 2);
        }
    }

    /** Returns the time of the database in milliseconds since 1970. */
    synchronized long millis() {
        return offsetMillis + TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }
}

package dev.tengen.journal;

import java.util.concurrent.TimeUnit;

/**
 * Numbers sessions in the order in which they are opened. Thread-safe.
 *
 * <p>One server alone counts. Servers that share a store cannot do that without waiting for each other, so their numbers consist of the
 * time in milliseconds, the slot of the server, and a count.
 */
final class SessionNumbers {
    private static final int COUNT_BITS = 10;
    private static final int SLOT_BITS = 10;

    private final Term term;
    private final long startNanos;
    private long last;

    /** Creates the numbers of a server in {@code term}, after the number {@code last}. */
    SessionNumbers(Term term, long last) {
        this.term = term;
        this.last = last;
        startNanos = System.nanoTime();
    }

    /** Returns the next number. */
    synchronized long next() {
        if (!term.isShared()) {
            return ++last;
        }
        long first = first(term.joinedAt() + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos));
        if (first > last) {
            last = first;
        } else if ((last + 1) >>> COUNT_BITS == last >>> COUNT_BITS) {
            last++;
        } else {
            last = first((last >>> (COUNT_BITS + SLOT_BITS)) + 1); // More than fit into a millisecond.
        }
        return last;
    }

    private long first(long millis) {
        return millis << (COUNT_BITS + SLOT_BITS) | term.slot() << COUNT_BITS;
    }
}

package dev.tengen.journal;

/**
 * Numbers sessions in the order in which they are opened. Thread-safe.
 *
 * <p>One server alone counts. Servers that share a store cannot do that without waiting for each other, so their
 * numbers consist of the time in milliseconds, the slot of the server, and a count.
 */
final class SessionNumbers {
    private static final int COUNT_BITS = 10;
    private static final int SLOT_BITS = 10;

    private final Membership membership;
    private long last;

    /** Creates the numbers of a server, after the number {@code last}. */
    SessionNumbers(Membership membership, long last) {
        this.membership = membership;
        this.last = last;
    }

    /** Returns the next number. */
    synchronized long next() {
        Term term = membership.term();
        if (!term.isShared()) {
            return ++last;
        }
        long first = first(term, membership.databaseMillis());
        if (first > last) {
            last = first;
        } else if ((last + 1) >>> COUNT_BITS == last >>> COUNT_BITS) {
            last++;
        } else {
            last = first(term, (last >>> (COUNT_BITS + SLOT_BITS)) + 1); // More than fit into a millisecond.
        }
        return last;
    }

    private static long first(Term term, long millis) {
        return millis << (COUNT_BITS + SLOT_BITS) | term.slot() << COUNT_BITS;
    }
}

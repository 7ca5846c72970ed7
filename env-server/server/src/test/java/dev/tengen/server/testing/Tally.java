package dev.tengen.server.testing;

import java.util.concurrent.atomic.LongAdder;

/** Counts of what unreliable clients experienced. */
public final class Tally {
    /** Calls that were made, retries included. */
    public final LongAdder calls = new LongAdder();

    /** Calls that were retried. */
    public final LongAdder retries = new LongAdder();

    /** Calls that the client canceled. */
    public final LongAdder cancellations = new LongAdder();

    /** Steps that came too late. */
    public final LongAdder aborted = new LongAdder();

    @Override
    public String toString() {
        return calls + " calls, " + retries + " retries, " + cancellations + " cancellations, " + aborted + " aborted";
    }
}

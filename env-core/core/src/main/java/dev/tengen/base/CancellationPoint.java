package dev.tengen.base;

import java.util.concurrent.CancellationException;

/**
 * The point at which a long loop looks whether its thread was interrupted, ends if so, and otherwise offers its turn to
 * other {@linkplain CooperativeThread cooperative threads}. Nothing here allocates.
 */
public final class CancellationPoint {
    /** A power of two. So many moves take about a millisecond. */
    private static final int INTERVAL = 1024;

    private CancellationPoint() {}

    /**
     * Looks at the interrupt of this thread, and offers its turn, in iteration 0 and every 1,024th one after it. What
     * {@link CooperativeThread#offerTurn} says about locks holds here, too.
     *
     * @param iteration the number of the iteration, counted by one
     * @throws CancellationException if the thread is interrupted; it stays so
     */
    public static void check(int iteration) {
        if ((iteration & (INTERVAL - 1)) != 0) {
            return;
        }
        CooperativeThread.offerTurn();
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException("interrupted in iteration " + iteration);
        }
    }
}

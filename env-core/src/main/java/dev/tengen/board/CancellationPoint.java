package dev.tengen.board;

import java.util.concurrent.CancellationException;

/** The point at which a long loop looks whether its thread was interrupted, and ends if so. Nothing here allocates. */
public final class CancellationPoint {
    /** A power of two. So many moves take about a millisecond. */
    private static final int INTERVAL = 1024;

    private CancellationPoint() {}

    /**
     * Looks at the interrupt of this thread in iteration 0 and every 1,024th one after it.
     *
     * @param iteration the number of the iteration, counted by one
     * @throws CancellationException if the thread is interrupted; it stays so
     */
    public static void check(int iteration) {
        if ((iteration & (INTERVAL - 1)) == 0 && Thread.currentThread().isInterrupted()) {
            throw new CancellationException("interrupted in iteration " + iteration);
        }
    }
}

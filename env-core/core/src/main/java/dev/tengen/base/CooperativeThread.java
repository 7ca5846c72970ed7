package dev.tengen.base;

/**
 * A thread that computes for several clients and takes turns with others. A search that may take long calls
 * {@link #offerTurn} between its steps; on any other thread that does nothing.
 */
public abstract class CooperativeThread extends Thread {
    /** Creates a thread that runs {@code work}. */
    protected CooperativeThread(Runnable work) {
        super(work);
    }

    /**
     * Offers the turn of the current thread to others, if it is a cooperative thread. Returns when it is its turn
     * again, at once if nobody waits. The caller must hold no lock for which another cooperative thread may wait,
     * unless that thread offers its turn while it waits.
     */
    public static void offerTurn() {
        if (Thread.currentThread() instanceof CooperativeThread thread) {
            thread.yieldTurn();
        }
    }

    /** Lets others run in place of this thread if it has run for its time and they wait. This thread calls it. */
    protected abstract void yieldTurn();
}

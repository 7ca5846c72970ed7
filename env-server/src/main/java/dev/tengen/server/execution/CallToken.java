package dev.tengen.server.execution;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CancellationException;

/**
 * The token of one call or stream: it names the connection of the client, and cancels the work of the call.
 *
 * <p>Work that belongs to the call runs by {@link #run}. {@link #cancel} interrupts the threads on which it runs. Loops that a
 * client can lengthen therefore look at {@link Thread#isInterrupted}: in playouts, rows, replayed moves and searches. Once
 * cancelled, a token stays so, and work that has not started yet does not start.
 *
 * <p>Thread-safe.
 */
public final class CallToken {
    private final Object connection;

    /** The threads that work for the call; guarded by this. */
    private final Set<Thread> threads = new HashSet<>();

    private boolean isCancelled;

    /** Creates the token of a call of {@code connection}, by whose identity work is shared out fairly. */
    public CallToken(Object connection) {
        this.connection = connection;
    }

    /** Returns the connection of the client. */
    public Object connection() {
        return connection;
    }

    /** Returns whether the call has been cancelled: the client has gone, or its deadline has passed. */
    public synchronized boolean isCancelled() {
        return isCancelled;
    }

    /** Cancels the call: interrupts the threads that work for it. */
    public synchronized void cancel() {
        isCancelled = true;
        threads.forEach(Thread::interrupt);
    }

    /**
     * Runs {@code work} on this thread, which {@link #cancel} interrupts. The thread is not interrupted afterwards.
     *
     * @throws CancellationException if the call was cancelled before
     */
    public void run(Runnable work) {
        enter();
        try {
            work.run();
        } finally {
            leave();
        }
    }

    private synchronized void enter() {
        if (isCancelled) {
            throw new CancellationException("the call was cancelled");
        }
        threads.add(Thread.currentThread());
    }

    private synchronized void leave() {
        threads.remove(Thread.currentThread());
        if (isCancelled) {
            boolean unused = Thread.interrupted(); // The interrupt was for this work, not for the next one.
        }
    }
}

package dev.tengen.server.execution;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;

/**
 * The token of one call or stream: it names the client and its connection, and cancels the work of the call.
 *
 * <p>Work that belongs to the call runs by {@link #run}. {@link #cancel} interrupts the threads on which it runs. Loops
 * that a client can lengthen therefore look at {@link Thread#isInterrupted}: in playouts, rows, replayed moves and
 * searches. Once cancelled, a token stays so, and work that has not started yet does not start.
 *
 * <p>Thread-safe.
 */
public final class CallToken {
    private final Object client;
    private final Object connection;

    /** The threads that work for the call; guarded by this. */
    private final Set<Thread> threads = new HashSet<>();

    /** What to run when the call is cancelled; guarded by this. */
    private final List<Runnable> actions = new ArrayList<>(1);

    private boolean isCancelled;

    /** Creates the token of a call of {@code connection}, which is a client of its own. */
    public CallToken(Object connection) {
        this(connection, connection);
    }

    /**
     * Creates the token of a call.
     *
     * @param client who calls, among whom turns are shared out; clients with equal values are one
     * @param connection the connection of the client, by which its calls are limited
     */
    public CallToken(Object client, Object connection) {
        this.client = client;
        this.connection = connection;
    }

    /** Returns the client, among others of which work is shared out in turn. */
    public Object client() {
        return client;
    }

    /** Returns the connection of the client. */
    public Object connection() {
        return connection;
    }

    /** Returns whether the call has been cancelled: the client has gone, or its deadline has passed. */
    public synchronized boolean isCancelled() {
        return isCancelled;
    }

    /** Cancels the call: interrupts the threads that work for it, and drops its work that waits. */
    public void cancel() {
        List<Runnable> due;
        synchronized (this) {
            isCancelled = true;
            threads.forEach(Thread::interrupt);
            due = List.copyOf(actions);
            actions.clear();
        }
        due.forEach(Runnable::run);
    }

    /**
     * Runs {@code action} when the call is cancelled, on the thread that cancels it; at once if it was cancelled
     * before.
     */
    public void onCancel(Runnable action) {
        synchronized (this) {
            if (!isCancelled) {
                actions.add(action);
                return;
            }
        }
        action.run();
    }

    /**
     * Requires that the call has not been cancelled.
     *
     * @throws CancellationException if it was
     */
    public synchronized void requireActive() {
        if (isCancelled) {
            throw new CancellationException("the call was cancelled");
        }
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

    /**
     * Returns what {@code work} returns, after running it on this thread, which {@link #cancel} interrupts. The thread
     * is not interrupted afterwards.
     *
     * @throws CancellationException if the call was cancelled before
     */
    public <T> T call(Supplier<T> work) {
        enter();
        try {
            return work.get();
        } finally {
            leave();
        }
    }

    private synchronized void enter() {
        requireActive();
        threads.add(Thread.currentThread());
    }

    private synchronized void leave() {
        threads.remove(Thread.currentThread());
        if (isCancelled) {
            boolean unused = Thread.interrupted(); // The interrupt was for this work, not for the next one.
        }
    }
}

package dev.tengen.server.execution;

import io.netty.util.concurrent.EventExecutor;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;

/**
 * The calls that wait for a thread of the transport, in turn over the connections of clients. The thread reads
 * requests, queues them here, and runs them when it has read what has arrived. So it knows how many wait, and can
 * refuse some.
 *
 * <p>Used by the thread of the transport alone.
 */
public final class EventLoopQueue {
    /** After this time the thread looks for new requests, so that one that is refused gets its answer soon. */
    private static final long TURN_NANOS = 250_000;

    /**
     * A thread that has run nothing for this time was waiting for requests: those that arrive together follow sooner.
     */
    private static final long IDLE_NANOS = 30_000;

    private final EventExecutor thread;
    private final FairQueue<Object, Runnable> waiting = new FairQueue<>();
    private boolean isScheduled;
    private long lastEnd = System.nanoTime() - IDLE_NANOS;

    private EventLoopQueue(EventExecutor thread) {
        this.thread = thread;
    }

    /** The queues of all threads of a transport. Thread-safe. */
    public static final class Group {
        private final ThreadLocal<Optional<EventLoopQueue>> queues;

        /** Creates the queues of {@code threads}. */
        public Group(Iterable<EventExecutor> threads) {
            queues = ThreadLocal.withInitial(() -> StreamSupport.stream(threads.spliterator(), false)
                    .filter(EventExecutor::inEventLoop)
                    .findFirst()
                    .map(EventLoopQueue::new));
        }

        /** Returns the queue of the calling thread; empty if it is not one of the transport. */
        public Optional<EventLoopQueue> ofThisThread() {
            return queues.get();
        }
    }

    /**
     * Queues {@code work}, which must not throw, behind the other work of {@code connection}. Runs it at once if the
     * thread was idle: a task would cost a lone caller microseconds.
     */
    public void add(Object connection, Runnable work) {
        if (waiting.isEmpty() && System.nanoTime() - lastEnd > IDLE_NANOS) {
            work.run();
            lastEnd = System.nanoTime();
            return;
        }
        waiting.add(connection, work);
        if (!isScheduled) {
            isScheduled = true;
            thread.execute(this::run);
        }
    }

    private void run() {
        long end = System.nanoTime() + TURN_NANOS;
        do {
            waiting.poll().ifPresent(Runnable::run);
            lastEnd = System.nanoTime();
        } while (!waiting.isEmpty() && lastEnd - end < 0);
        isScheduled = !waiting.isEmpty();
        if (isScheduled) {
            // Unlike a task, which runs in the same turn as this one, a scheduled one runs after the thread has read
            // again.
            var unused = thread.schedule(this::run, 0, TimeUnit.NANOSECONDS);
        }
    }
}

package dev.tengen.server.execution;

import dev.tengen.base.CooperativeThread;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.FatalErrors;
import dev.tengen.server.error.Reason;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes work in slices, a fixed number at a time, in turn over the clients. Work of one client thus delays that of
 * another by about a slice, however much of it there is. A client is a connection, unless it has several, as over HTTP.
 *
 * <p>Thread-safe.
 */
public final class FairExecutor implements AutoCloseable {
    /*
     * Cooperative multitasking. A place is the right to run; there are as many as threadCount. A worker is a thread
     * with a place.
     *
     * A slice that turns out to be long, such as a search of minutes, cannot be cut up: its state is on the stack of
     * its thread. So the thread offers its turn (CooperativeThread). Every few milliseconds, if other connections wait,
     * it gives its place away, queues a Turn for itself, and parks. The Turn goes in front of all other work of its
     * connection. A connection therefore starts another slice only while all that it has started run, and has at most
     * threadCount threads parked here.
     *
     * A thread that has to wait for something else, such as the lock of a session that a parked thread holds, gives its
     * place away as well: otherwise that thread might never get one. After such a wait, and when a parked thread is
     * interrupted, the thread takes a place at once, even if there is none. The next worker that ends a slice, or
     * offers its turn, gives one back.
     */

    private static final Logger LOG = LoggerFactory.getLogger(FairExecutor.class);

    /**
     * How long a slice runs before it gives its place to others that wait. Passing it on takes some 20 microseconds.
     */
    private static final long TURN_NANOS = 2_000_000;

    /** Maximum of parked threads. When there are more long searches than that, some do not take turns. */
    private static final int MAX_PARKED_COUNT = 256;

    /** Maximum of threads of one connection that wait for something else. */
    private static final int MAX_WAITING_COUNT = 16;

    private static final int KEEP_ALIVE_SECONDS = 10;
    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);

    private final int threadCount;
    private final boolean takesTurns;
    private final ExecutorService threads;

    /** Guarded by this. */
    private final FairQueue<Object, Item> queue = new FairQueue<>();

    /** Threads that have a place, or are about to; guarded by this. */
    private int workerCount;

    /** Guarded by this. */
    private int parkedCount;

    /** When work was last taken from the queue, or added to an empty one; guarded by this. */
    private long lastTakenNanos;

    /** Count of threads that wait for something else, by connection; guarded by this. */
    private final Map<Object, Integer> waitingCounts = new HashMap<>();

    /**
     * Creates an executor named {@code name}, which runs {@code threadCount} slices at a time. Threads start when they
     * are needed.
     */
    public FairExecutor(String name, int threadCount) {
        this(name, threadCount, true);
    }

    private FairExecutor(String name, int threadCount, boolean takesTurns) {
        this.threadCount = threadCount;
        this.takesTurns = takesTurns;
        AtomicInteger number = new AtomicInteger();
        threads = new ThreadPoolExecutor(
                threadCount,
                Integer.MAX_VALUE, // Places, parked and waiting threads are limited instead.
                KEEP_ALIVE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                work -> {
                    Thread thread = new Worker(work);
                    thread.setName(name + "-" + number.getAndIncrement());
                    thread.setDaemon(true);
                    return thread;
                });
    }

    /** Returns an executor whose slices run to their end, because each that has started needs much memory. */
    public static FairExecutor withoutTurns(String name, int threadCount) {
        return new FairExecutor(name, threadCount, false);
    }

    /** Work that is done in slices, by several threads at the same time. */
    public interface SlicedWork {
        /**
         * Returns the next slice, which does not throw, and takes about a millisecond unless it offers its turn; empty
         * if there is none. One thread at a time calls this; slices run on several.
         */
        Optional<Runnable> nextSlice();

        /** Returns whether another slice follows. */
        boolean hasNextSlice();

        /**
         * Returns the connection by which threads that wait are limited: that of {@code client}, unless the client has
         * several.
         */
        default Object connection(Object client) {
            return client;
        }
    }

    /** What waits for a place. */
    private sealed interface Item permits Work, Turn {}

    private record Work(Object client, SlicedWork work) implements Item {}

    /** A parked thread. */
    private static final class Turn implements Item {
        private final CountDownLatch isGranted = new CountDownLatch(1);
    }

    private record Slice(Object client, Object connection, Runnable work) {}

    /** Waits for something; an interrupt ends the wait. */
    @FunctionalInterface
    public interface Wait {
        /** Waits. */
        void await() throws InterruptedException;
    }

    /** Returns how many slices run at the same time. */
    public int threadCount() {
        return threadCount;
    }

    /** Returns for how many nanoseconds work has waited while no thread has taken any; 0 if none waits. */
    public synchronized long stalledNanos() {
        return queue.isEmpty() ? 0 : Math.max(0, System.nanoTime() - lastTakenNanos);
    }

    /** Executes {@code work} for {@code client}; on the calling thread if this executor is closed. */
    public void execute(Object client, SlicedWork work) {
        synchronized (this) {
            if (queue.isEmpty()) {
                lastTakenNanos = System.nanoTime();
            }
            queue.add(client, new Work(client, work));
        }
        startWorker();
    }

    /** Removes {@code work} of {@code client}, and returns whether it was waiting for its next slice. */
    public synchronized boolean remove(Object client, SlicedWork work) {
        return queue.remove(client, new Work(client, work));
    }

    /**
     * Runs {@code wait}. If the current thread runs a slice of a fair executor, others run in its place meanwhile.
     *
     * @throws CallException if too many threads of the connection wait
     * @throws CancellationException if the thread is interrupted, which it stays
     */
    public static void await(Wait wait) {
        try {
            if (Thread.currentThread() instanceof Worker worker && worker.slice != null) {
                worker.await(worker.slice, wait);
            } else {
                wait.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            CancellationException cancellation = new CancellationException("the call was cancelled while it waited");
            cancellation.initCause(e);
            throw cancellation;
        }
    }

    /**
     * Waits until {@code future} is complete, as {@link #await} does.
     *
     * @throws CallException if too many threads of the connection wait
     * @throws CancellationException if the thread is interrupted, which it stays
     */
    public static void awaitDone(CompletableFuture<?> future) {
        CountDownLatch isComplete = new CountDownLatch(1);
        var unused = future.whenComplete((result, error) -> isComplete.countDown());
        await(isComplete::await);
    }

    /**
     * Returns what {@code work} returns, which may block for long, for a store or an engine for example. If the current
     * thread runs a slice of a fair executor, others run in its place meanwhile.
     *
     * @throws CallException if too many threads of the connection wait
     */
    public static <T> T block(Supplier<T> work) {
        AtomicReference<@Nullable T> result = new AtomicReference<>();
        await(() -> result.set(work.get()));
        return Objects.requireNonNull(result.get(), "no result");
    }

    /** Runs {@code work}, which may block for long, as {@link #block(Supplier)} does. */
    public static void block(Runnable work) {
        await(work::run);
    }

    /** Starts one more worker if there is work for it. */
    private void startWorker() {
        synchronized (this) {
            if (workerCount >= threadCount || queue.isEmpty()) {
                return;
            }
            workerCount++;
        }
        try {
            threads.execute(this::work);
        } catch (RejectedExecutionException e) {
            LOG.debug("Closed; running on the calling thread, because the request must get an answer", e);
            work();
        }
    }

    private void work() {
        for (Optional<Slice> slice = next(); slice.isPresent(); slice = next()) {
            startWorker();
            run(slice.get());
        }
    }

    /** Runs {@code slice}. Its error must not end the worker, which would keep its place forever. */
    private static void run(Slice slice) {
        try {
            if (Thread.currentThread() instanceof Worker worker) {
                worker.run(slice);
            } else {
                slice.work().run();
            }
        } catch (RejectedExecutionException e) {
            LOG.debug("The server has stopped, so nobody gets the answer", e);
        } catch (RuntimeException | Error e) {
            FatalErrors.check(e);
            LOG.error("A slice of work has ended by an error", e);
        }
    }

    /** Returns the slice whose turn it is. Without one the worker ends, or its place goes to a parked thread. */
    private synchronized Optional<Slice> next() {
        while (true) {
            Optional<Item> item = workerCount > threadCount ? Optional.empty() : queue.poll();
            lastTakenNanos = System.nanoTime();
            if (item.isEmpty()) {
                workerCount--;
                return Optional.empty();
            }
            if (item.get() instanceof Turn turn) {
                parkedCount--;
                turn.isGranted.countDown();
                return Optional.empty();
            }
            Work polled = (Work) item.get();
            Optional<Runnable> slice = polled.work().nextSlice();
            if (polled.work().hasNextSlice()) {
                queue.add(polled.client(), polled);
            }
            if (slice.isPresent()) {
                Object connection = polled.work().connection(polled.client());
                return Optional.of(new Slice(polled.client(), connection, slice.get()));
            }
        }
    }

    /** Stops the threads when they have finished their work. */
    @Override
    public void close() {
        threads.shutdown();
    }

    /** A thread of this executor. */
    private final class Worker extends CooperativeThread {
        /** The slice that this thread runs; null while it waits for something else. Only this thread uses it. */
        private @Nullable Slice slice;

        /** When the turn of this thread ends, if others wait then. Only this thread uses it. */
        private long turnEnd;

        Worker(Runnable work) {
            super(work);
        }

        void run(Slice next) {
            Slice outer = slice;
            slice = next;
            turnEnd = System.nanoTime() + TURN_NANOS;
            try {
                next.work().run();
            } finally {
                slice = outer;
            }
        }

        @Override
        protected void yieldTurn() {
            Slice running = slice;
            if (running == null || !takesTurns || System.nanoTime() - turnEnd < 0) {
                return;
            }
            Object own = running.client();
            Turn turn = new Turn();
            if (isQueued(own, turn)) {
                startWorker();
                park(own, turn);
            }
            turnEnd = System.nanoTime() + TURN_NANOS;
        }

        /** Gives the place of this thread away, if there is a reason to, and returns whether it did. */
        private boolean isQueued(Object own, Turn turn) {
            synchronized (FairExecutor.this) {
                boolean isWanted = workerCount > threadCount || queue.hasOther(own);
                if (!isWanted) {
                    return false;
                }
                if (parkedCount == MAX_PARKED_COUNT) {
                    lastTakenNanos = System.nanoTime(); // The thread works, even if others wait for long.
                    return false;
                }
                queue.addFirst(own, turn);
                parkedCount++;
                workerCount--;
                return true;
            }
        }

        private void park(Object own, Turn turn) {
            try {
                turn.isGranted.await();
            } catch (InterruptedException e) {
                interrupt();
                synchronized (FairExecutor.this) {
                    if (queue.remove(own, turn)) {
                        parkedCount--;
                        workerCount++;
                    }
                }
            }
        }

        void await(Slice running, Wait wait) throws InterruptedException {
            Object own = running.connection();
            synchronized (FairExecutor.this) {
                int count = waitingCounts.getOrDefault(own, 0);
                if (count == MAX_WAITING_COUNT) {
                    throw CallException.retryAfter(
                            Reason.TOO_MANY_CALLS,
                            RETRY_DELAY,
                            MAX_WAITING_COUNT
                                    + " calls of this connection wait for others already, the maximum; retry when"
                                    + " some have finished");
                }
                waitingCounts.put(own, count + 1);
                workerCount--;
            }
            startWorker();
            slice = null; // Without a place, there is no turn to offer.
            try {
                wait.await();
            } finally {
                slice = running;
                synchronized (FairExecutor.this) {
                    waitingCounts.computeIfPresent(own, (key, count) -> count == 1 ? null : count - 1);
                    workerCount++;
                }
                turnEnd = System.nanoTime();
            }
        }
    }
}

package dev.tengen.server.execution;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes work in slices on a fixed number of threads, in turn over the connections of clients. Work of one connection thus
 * delays that of another by about a slice, however much of it there is.
 *
 * <p>Thread-safe.
 */
public final class FairExecutor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FairExecutor.class);

    private final int threadCount;
    private final ExecutorService threads;

    /** Guarded by this. */
    private final FairQueue<Object, Item> queue = new FairQueue<>();

    /** Threads that take slices, or are about to; guarded by this. */
    private int workerCount;

    /** Creates an executor of {@code threadCount} threads named {@code name}. Threads start when they are needed. */
    public FairExecutor(String name, int threadCount) {
        this.threadCount = threadCount;
        threads = Executors.newFixedThreadPool(
                threadCount,
                new ThreadFactoryBuilder()
                        .setNameFormat(name + "-%d")
                        .setDaemon(true)
                        .build());
    }

    /** Work that is done in slices, by several threads at the same time. */
    public interface SlicedWork {
        /**
         * Returns the next slice, which takes about a millisecond and does not throw; empty if there is none. One thread at a
         * time calls this; slices run on several.
         */
        Optional<Runnable> nextSlice();

        /** Returns whether another slice follows. */
        boolean hasNextSlice();
    }

    private record Item(Object connection, SlicedWork work) {}

    /** Returns the count of threads. */
    public int threadCount() {
        return threadCount;
    }

    /** Executes {@code work} for {@code connection}; on the calling thread if this executor is closed. */
    public void execute(Object connection, SlicedWork work) {
        boolean startsWorker;
        synchronized (this) {
            queue.add(connection, new Item(connection, work));
            startsWorker = reserveWorker();
        }
        if (startsWorker) {
            startWorker();
        }
    }

    /** Removes {@code work} of {@code connection}, and returns whether it was waiting for its next slice. */
    public synchronized boolean remove(Object connection, SlicedWork work) {
        return queue.remove(connection, new Item(connection, work));
    }

    /** Counts one more worker if there is work for it, and returns whether it did. */
    private synchronized boolean reserveWorker() {
        boolean isNeeded = workerCount < threadCount && !queue.isEmpty();
        if (isNeeded) {
            workerCount++;
        }
        return isNeeded;
    }

    private void startWorker() {
        try {
            threads.execute(this::work);
        } catch (RejectedExecutionException e) {
            LOG.debug("Closed; running on the calling thread, because the request must get an answer", e);
            work();
        }
    }

    private void work() {
        for (Optional<Runnable> slice = next(); slice.isPresent(); slice = next()) {
            if (reserveWorker()) {
                startWorker();
            }
            slice.get().run();
        }
    }

    /** Returns the slice whose turn it is. Without one the worker ends, which this counts. */
    private synchronized Optional<Runnable> next() {
        while (true) {
            Optional<Item> item = queue.poll();
            if (item.isEmpty()) {
                workerCount--;
                return Optional.empty();
            }
            SlicedWork work = item.get().work();
            Optional<Runnable> slice = work.nextSlice();
            if (work.hasNextSlice()) {
                queue.add(item.get().connection(), item.get());
            }
            if (slice.isPresent()) {
                return slice;
            }
        }
    }

    /** Stops the threads when they have finished their work. */
    @Override
    public void close() {
        threads.shutdown();
    }
}

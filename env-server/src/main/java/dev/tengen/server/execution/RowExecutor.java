package dev.tengen.server.execution;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes requests of many rows, which take too long for a thread of the transport. The rows of a request are split into
 * as many ranges as there are threads. The thread that finishes the last range gives the answer, so no thread waits.
 *
 * <p>Thread-safe.
 */
public final class RowExecutor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RowExecutor.class);

    /**
     * Up to this many points on the boards of a request the calling thread does the work. It takes some tenths of a
     * millisecond; handing it to another thread would cost about as much.
     */
    private static final int MAX_INLINE_POINT_COUNT = 16_384;

    private final int threadCount;
    private final ExecutorService threads;

    /** Creates an executor with a thread for each processor. Threads start when they are needed. */
    public RowExecutor() {
        threadCount = Runtime.getRuntime().availableProcessors();
        threads = Executors.newFixedThreadPool(
                threadCount,
                new ThreadFactoryBuilder()
                        .setNameFormat("tengen-rows-%d")
                        .setDaemon(true)
                        .build());
    }

    /** Works on a range of rows. */
    @FunctionalInterface
    public interface RangeTask {
        /** Works on the rows from {@code from} (inclusive) to {@code to} (exclusive). */
        void run(int from, int to);
    }

    /**
     * Runs {@code task} on all rows, each a board of {@code pointCount} points, and then passes what {@code result} returns
     * to {@code answer}. Short work is done before this method returns, long work on other threads.
     */
    public <A> void execute(int rowCount, int pointCount, RangeTask task, Supplier<A> result, StreamAnswer<A> answer) {
        if ((long) rowCount * pointCount <= MAX_INLINE_POINT_COUNT) {
            task.run(0, rowCount);
            answer.answered(result.get());
        } else {
            executeParallel(rowCount, task, result, answer);
        }
    }

    /** Passes what {@code work} returns to {@code answer}, on another thread. */
    public <A> void submit(Supplier<A> work, StreamAnswer<A> answer) {
        run(() -> complete(work, answer));
    }

    /** Runs {@code task} on all rows and then passes what {@code result} returns to {@code answer}, on other threads. */
    public <A> void executeParallel(int rowCount, RangeTask task, Supplier<A> result, StreamAnswer<A> answer) {
        int rangeCount = Math.min(threadCount, rowCount);
        AtomicInteger openRangeCount = new AtomicInteger(rangeCount);
        AtomicReference<@Nullable Throwable> error = new AtomicReference<>();
        for (int range = 0; range < rangeCount; range++) {
            int from = (int) ((long) rowCount * range / rangeCount);
            int to = (int) ((long) rowCount * (range + 1) / rangeCount);
            run(() -> {
                runRange(task, from, to, error);
                if (openRangeCount.decrementAndGet() == 0) {
                    Throwable thrown = error.get();
                    if (thrown == null) {
                        complete(result, answer);
                    } else {
                        answer.failed(thrown);
                    }
                }
            });
        }
    }

    private void run(Runnable work) {
        try {
            threads.execute(work);
        } catch (RejectedExecutionException e) {
            LOG.debug("Closed; running on the calling thread, because the request must get an answer", e);
            work.run();
        }
    }

    private static void runRange(RangeTask task, int from, int to, AtomicReference<@Nullable Throwable> error) {
        try {
            task.run(from, to);
        } catch (RuntimeException | Error e) {
            error.compareAndSet(null, e);
        }
    }

    private static <A> void complete(Supplier<A> result, StreamAnswer<A> answer) {
        A value;
        try {
            value = result.get();
        } catch (RuntimeException | Error e) {
            answer.failed(e);
            return;
        }
        answer.answered(value);
    }

    /** Stops the threads when they have finished their work. */
    @Override
    public void close() {
        threads.shutdown();
    }
}

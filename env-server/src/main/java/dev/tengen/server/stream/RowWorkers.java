package dev.tengen.server.stream;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The threads that carry out requests too long for a thread of the transport. The rows of a request are cut into as many
 * ranges as there are threads; whoever finishes the last of them goes on with the answer, so that nobody waits.
 *
 * <p>Thread-safe.
 */
public final class RowWorkers implements AutoCloseable {
    /**
     * Points of the boards in a request up to which the calling thread does the work: some tenths of a millisecond, where
     * handing it over would cost about as much.
     */
    private static final int MAX_INLINE_POINT_COUNT = 16_384;

    private final int threadCount;
    private final ExecutorService threads;
    private final AtomicInteger threadNumber = new AtomicInteger();

    /** Makes as many threads as there are processors; they start when they are needed. */
    public RowWorkers() {
        this(Runtime.getRuntime().availableProcessors());
    }

    RowWorkers(int threadCount) {
        this.threadCount = threadCount;
        threads = Executors.newFixedThreadPool(threadCount, task -> {
            Thread thread = new Thread(task, "tengen-rows-" + threadNumber.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Works on the rows from {@code from} (inclusive) to {@code to} (exclusive). */
    @FunctionalInterface
    public interface RangeTask {
        /** Does so. */
        void run(int from, int to);
    }

    /**
     * Has {@code task} work on all rows, each a board of {@code pointCount}, and then gives {@code answer} what {@code result}
     * returns: before this returns where the work is short, and else at some time from another thread.
     */
    public <A> void work(int rowCount, int pointCount, RangeTask task, Supplier<A> result, Answer<A> answer) {
        if ((long) rowCount * pointCount <= MAX_INLINE_POINT_COUNT) {
            task.run(0, rowCount);
            answer.answered(result.get());
        } else {
            divide(rowCount, task, result, answer);
        }
    }

    /** Gives {@code answer} what {@code work} returns, from another thread. */
    public <A> void workApart(Supplier<A> work, Answer<A> answer) {
        execute(() -> tell(work, answer));
    }

    /** Has {@code task} work on all rows, and then gives {@code answer} what {@code result} returns, from other threads. */
    public <A> void divide(int rowCount, RangeTask task, Supplier<A> result, Answer<A> answer) {
        int rangeCount = Math.min(threadCount, rowCount);
        AtomicInteger left = new AtomicInteger(rangeCount);
        AtomicReference<@Nullable Throwable> fault = new AtomicReference<>();
        for (int range = 0; range < rangeCount; range++) {
            int from = (int) ((long) rowCount * range / rangeCount);
            int to = (int) ((long) rowCount * (range + 1) / rangeCount);
            execute(() -> {
                runRange(task, from, to, fault);
                if (left.decrementAndGet() == 0) {
                    Throwable thrown = fault.get();
                    if (thrown == null) {
                        tell(result, answer);
                    } else {
                        answer.failed(thrown);
                    }
                }
            });
        }
    }

    private void execute(Runnable work) {
        try {
            threads.execute(work);
        } catch (RejectedExecutionException e) {
            work.run(); // The server is going down, and whoever waits for the outcome must still hear of it.
        }
    }

    private static void runRange(RangeTask task, int from, int to, AtomicReference<@Nullable Throwable> fault) {
        try {
            task.run(from, to);
        } catch (RuntimeException | Error e) {
            fault.compareAndSet(null, e);
        }
    }

    private static <A> void tell(Supplier<A> result, Answer<A> answer) {
        A made;
        try {
            made = result.get();
        } catch (RuntimeException | Error e) {
            answer.failed(e);
            return;
        }
        answer.answered(made);
    }

    /** Ends the threads once they have finished what they have. */
    @Override
    public void close() {
        threads.shutdown();
    }
}

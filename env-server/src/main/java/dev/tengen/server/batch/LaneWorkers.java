package dev.tengen.server.batch;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The threads that carry out batches too long for a thread of the transport. A batch is cut into as many ranges as there
 * are threads; whoever finishes the last of them goes on with the answer, so that nobody waits.
 *
 * <p>Thread-safe.
 */
public final class LaneWorkers implements AutoCloseable {
    private final int threadCount;
    private final ExecutorService threads;
    private final AtomicInteger threadNumber = new AtomicInteger();

    /** Makes as many threads as there are processors; they start when they are needed. */
    public LaneWorkers() {
        this(Runtime.getRuntime().availableProcessors());
    }

    LaneWorkers(int threadCount) {
        this.threadCount = threadCount;
        threads = Executors.newFixedThreadPool(threadCount, task -> {
            Thread thread = new Thread(task, "tengen-batch-" + threadNumber.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Works on the rows from {@code from} (inclusive) to {@code to} (exclusive). */
    @FunctionalInterface
    interface RangeTask {
        void run(int from, int to);
    }

    /** Hears how the work ended. Exactly one of the two is called, once. */
    interface Outcome {
        void done();

        void failed(Throwable fault);
    }

    /** Has {@code task} work on all rows, and then tells {@code outcome}. Returns at once. */
    void run(int rowCount, RangeTask task, Outcome outcome) {
        int rangeCount = Math.min(threadCount, rowCount);
        AtomicInteger left = new AtomicInteger(rangeCount);
        AtomicReference<@Nullable Throwable> fault = new AtomicReference<>();
        for (int range = 0; range < rangeCount; range++) {
            int from = (int) ((long) rowCount * range / rangeCount);
            int to = (int) ((long) rowCount * (range + 1) / rangeCount);
            execute(() -> {
                runRange(task, from, to, fault);
                if (left.decrementAndGet() == 0) {
                    tell(outcome, fault.get());
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

    private static void tell(Outcome outcome, @Nullable Throwable fault) {
        if (fault == null) {
            outcome.done();
        } else {
            outcome.failed(fault);
        }
    }

    /** Ends the threads once they have finished what they have. */
    @Override
    public void close() {
        threads.shutdown();
    }
}

package dev.tengen.server.execution;

import dev.tengen.base.CooperativeThread;
import dev.tengen.server.error.FatalErrors;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Executes the requests of streams of many rows, which take too long for a thread of the transport. The rows of a
 * request are cut into slices of about a millisecond, which run in turn with those of other connections. The thread
 * that finishes the last slice gives the answer, so no thread waits.
 *
 * <p>Rows that may block for a player run on one thread less than there are processors, so that they leave room for all
 * others. So do the roots of trees, which may have long histories.
 *
 * <p>Thread-safe.
 */
public final class RowExecutor implements AutoCloseable {
    /**
     * Up to this many points on the boards of a request the calling thread does the work. It takes some tenths of a
     * millisecond; handing it to another thread would cost about as much.
     */
    private static final int MAX_INLINE_POINT_COUNT = 16_384;

    /** The time that a slice should take. */
    private static final double SLICE_NANOS = 1_000_000;

    /**
     * Slices are about equal, and each thread gets as many of them, so that no thread waits for the last one. It gets
     * two at least, since the processors may be busy with something else for a part of the time.
     */
    private static final int MIN_SLICES_OF_THREAD = 2;

    /** The first estimate of the time that a row takes for each point of its board. */
    private static final double NANOS_PER_POINT = 20;

    /** The weight of the last slice in the estimate of the time that a row takes. */
    private static final double ESTIMATE_WEIGHT = 0.5;

    /** Maximum of rows between two looks at the call. */
    private static final int MAX_CHUNK_ROW_COUNT = 32;

    /** After rows that took longer, the call is looked at after each row. */
    private static final long MAX_CHUNK_NANOS = 250_000;

    private final FairExecutor quick;
    private final FairExecutor blocking;

    /** Creates an executor. Threads start when they are needed. */
    public RowExecutor() {
        int processorCount = Runtime.getRuntime().availableProcessors();
        quick = new FairExecutor("tengen-rows", processorCount);
        blocking = new FairExecutor("tengen-blocking-rows", Math.max(1, processorCount - 1));
    }

    /** Returns the threads of rows that may block, which unary calls of players that search share. */
    public FairExecutor slowThreads() {
        return blocking;
    }

    /** Returns for how many nanoseconds rows have waited while no thread has taken any; 0 if none wait. */
    public long stalledNanos() {
        return Math.max(quick.stalledNanos(), blocking.stalledNanos());
    }

    /** Works on a range of rows. */
    @FunctionalInterface
    public interface RangeTask {
        /** Works on the rows from {@code from} (inclusive) to {@code to} (exclusive). */
        void run(int from, int to);
    }

    /**
     * Returns the executor of the requests of one stream.
     *
     * @param call the call of the stream; when it is cancelled, the rows that have not started are dropped
     * @param pointCount count of points on the board of a row
     * @param mayBlock whether rows may block
     */
    public Stream stream(CallToken call, int pointCount, boolean mayBlock) {
        return new Stream(call, pointCount, mayBlock);
    }

    /**
     * Returns the number of rows of each slice of {@code rowCount} rows but the last one.
     *
     * @param rowsInTime number of rows that take the time of a slice
     */
    static int sliceRowCount(int rowCount, double rowsInTime, int threadCount) {
        double rounds = Math.ceil(rowCount / (Math.max(1, rowsInTime) * threadCount));
        return (int) Math.ceil(rowCount / (Math.max(MIN_SLICES_OF_THREAD, rounds) * threadCount));
    }

    /** Stops the threads when they have finished their work. */
    @Override
    public void close() {
        quick.close();
        blocking.close();
    }

    /** The executor of the requests of one stream, which come one at a time. */
    public final class Stream {
        private final CallToken call;
        private final int pointCount;
        private final boolean mayBlock;
        private final FairExecutor executor;

        /** Estimate of the time that a row takes. Slices that end at the same time may overwrite each other's value. */
        private volatile double nanosPerRow;

        private Stream(CallToken call, int pointCount, boolean mayBlock) {
            this.call = call;
            this.pointCount = pointCount;
            this.mayBlock = mayBlock;
            executor = mayBlock ? blocking : quick;
            nanosPerRow = mayBlock ? SLICE_NANOS : NANOS_PER_POINT * pointCount;
        }

        /**
         * Runs {@code task} on all rows, and then passes what {@code result} returns to {@code answer}. Short work is
         * done before this method returns, long work on other threads. {@code weight} is how many times as much work a
         * row is as one step of a board.
         */
        public <A> void execute(int rowCount, int weight, RangeTask task, Supplier<A> result, StreamAnswer<A> answer) {
            boolean isShort = (long) rowCount * weight * pointCount <= MAX_INLINE_POINT_COUNT;
            if (rowCount == 0 || (isShort && !mayBlock)) {
                task.run(0, rowCount);
                answer.answered(result.get());
            } else {
                executor.execute(call.connection(), new Rows<>(rowCount, false, task, result, answer));
            }
        }

        /** Passes what {@code work} returns to {@code answer}, on another thread. */
        public <A> void submit(Supplier<A> work, StreamAnswer<A> answer) {
            executor.execute(call.connection(), new Rows<>(1, false, (from, to) -> {}, work, answer));
        }

        /**
         * Runs {@code task} on each of at least one row, and then passes what {@code result} returns to {@code answer}.
         * Rows may take very different times, and block: each is a slice of its own, on the threads of rows that may
         * block.
         */
        public <A> void executeEach(int rowCount, IntConsumer task, Supplier<A> result, StreamAnswer<A> answer) {
            blocking.execute(
                    call.connection(), new Rows<>(rowCount, true, (from, to) -> task.accept(from), result, answer));
        }

        /** The rows of one request. */
        private final class Rows<A> implements FairExecutor.SlicedWork {
            private final int rowCount;
            private final boolean isEachAlone;
            private final RangeTask task;
            private final Supplier<A> result;
            private final StreamAnswer<A> answer;
            private final AtomicInteger openRowCount;
            private final AtomicReference<@Nullable Throwable> error = new AtomicReference<>();

            /** The first row that no slice has; the executor takes slices one at a time. */
            private int nextRow;

            /** {@code isEachAlone} says whether each row is a slice. */
            Rows(int rowCount, boolean isEachAlone, RangeTask task, Supplier<A> result, StreamAnswer<A> answer) {
                this.rowCount = rowCount;
                this.isEachAlone = isEachAlone;
                this.task = task;
                this.result = result;
                this.answer = answer;
                openRowCount = new AtomicInteger(rowCount);
            }

            @Override
            public Optional<Runnable> nextSlice() {
                int from = nextRow;
                int to = error.get() != null || call.isCancelled() ? rowCount : from + sliceRowCount(rowCount - from);
                nextRow = to;
                return Optional.of(() -> run(from, to));
            }

            @Override
            public boolean hasNextSlice() {
                return nextRow < rowCount;
            }

            private int sliceRowCount(int rest) {
                if (isEachAlone) {
                    return 1;
                }
                int count = RowExecutor.sliceRowCount(rowCount, SLICE_NANOS / nanosPerRow, executor.threadCount());
                return Math.min(count, rest);
            }

            private void run(int from, int to) {
                if (error.get() == null) {
                    long start = System.nanoTime();
                    runUncancelled(() -> runInChunks(from, to));
                    if (!isEachAlone) {
                        double nanos = (double) (System.nanoTime() - start) / (to - from);
                        nanosPerRow = ESTIMATE_WEIGHT * nanos + (1 - ESTIMATE_WEIGHT) * nanosPerRow;
                    }
                }
                if (openRowCount.addAndGet(from - to) == 0) {
                    end();
                }
            }

            /**
             * Runs the task, and now and then looks whether the call was cancelled and offers the turn: the rows may
             * take much longer than those before, by which the slice was cut.
             */
            private void runInChunks(int from, int to) {
                int chunk = 1;
                int row = from;
                long start = System.nanoTime();
                while (row < to) {
                    int next = Math.min(to, row + chunk);
                    task.run(row, next);
                    row = next;
                    long end = System.nanoTime();
                    chunk = end - start < MAX_CHUNK_NANOS ? Math.min(2 * chunk, MAX_CHUNK_ROW_COUNT) : 1;
                    start = end;
                    if (row < to) {
                        call.requireActive();
                        CooperativeThread.offerTurn();
                    }
                }
            }

            private void end() {
                AtomicReference<@Nullable A> value = new AtomicReference<>();
                if (error.get() == null) {
                    runUncancelled(() -> value.set(result.get()));
                }
                Throwable thrown = error.get();
                A made = value.get();
                if (made != null) {
                    answer.answered(made);
                } else {
                    answer.failed(thrown == null ? new NullPointerException("no result") : thrown);
                }
            }

            /** Runs {@code work} unless the call was cancelled, and keeps what it throws. */
            private void runUncancelled(Runnable work) {
                try {
                    call.run(work);
                } catch (RuntimeException | Error e) {
                    FatalErrors.check(e);
                    error.compareAndSet(null, e);
                }
            }
        }
    }
}

package dev.tengen.server.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowExecutorTest {
    private static final int POINTS = 625;

    private final RowExecutor executor = new RowExecutor();

    @AfterEach
    void close() {
        executor.close();
    }

    /** An answer to wait for. */
    private static final class FutureAnswer<A> extends CompletableFuture<A> implements StreamAnswer<A> {
        @Override
        public void answered(A answer) {
            assertThat(complete(answer)).as("answered once").isTrue();
        }

        @Override
        public void failed(Throwable error) {
            assertThat(completeExceptionally(error)).as("answered once").isTrue();
        }
    }

    private RowExecutor.Stream stream(CallToken call, boolean mayBlock) {
        return executor.stream(call, POINTS, mayBlock);
    }

    private static CallToken newCall() {
        return new CallToken(new Object());
    }

    private static void block() {
        try {
            TimeUnit.DAYS.sleep(1);
        } catch (InterruptedException e) {
            throw new CancellationException("interrupted");
        }
    }

    @ParameterizedTest
    @CsvSource({"0, false", "1, false", "1, true", "3, true", "26, false", "27, false", "20000, false", "1000, true"})
    void execute_anyCountOfRows_runsEachOnceAndThenAnswers(int rowCount, boolean mayBlock) throws Exception {
        AtomicIntegerArray runs = new AtomicIntegerArray(Math.max(1, rowCount));
        RowExecutor.Stream stream = stream(newCall(), mayBlock);
        for (int request = 1; request <= 5; request++) {
            FutureAnswer<String> answer = new FutureAnswer<>();

            stream.execute(
                    rowCount,
                    1,
                    (from, to) -> {
                        for (int row = from; row < to; row++) {
                            runs.incrementAndGet(row);
                        }
                    },
                    () -> "done",
                    answer);

            assertThat(answer.get()).isEqualTo("done");
            for (int row = 0; row < rowCount; row++) {
                assertThat(runs.get(row)).as("row %d", row).isEqualTo(request);
            }
        }
    }

    @Test
    void execute_shortWork_isDoneByTheCallingThread() {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();

        stream(newCall(), false)
                .execute(26, 1, (from, to) -> threads.add(Thread.currentThread()), () -> "", new FutureAnswer<>());

        assertThat(threads).containsExactly(Thread.currentThread());
    }

    /** Of 512 rows, of which 200 take the time of a slice, one of two threads once got 312. */
    @ParameterizedTest
    @CsvSource({"512, 200, 2, 128", "512, 1e9, 2, 128", "1000, 10, 4, 10", "1000, 0.1, 4, 1", "3, 1e9, 8, 1"})
    void sliceRowCount_anyRows_givesEachThreadAsManyEqualSlices(int rows, double inTime, int threads, int expected) {
        assertThat(RowExecutor.sliceRowCount(rows, inTime, threads)).isEqualTo(expected);
    }

    /** Slices were once cut by the rows before alone, and so one could take seconds. */
    @Test
    void execute_slowRowsAfterQuickOnes_delayAnotherConnectionByAFewRows() throws Exception {
        RowExecutor.Stream misleading = stream(newCall(), false);
        FutureAnswer<String> quick = new FutureAnswer<>();
        misleading.execute(100_000, 1, (from, to) -> {}, () -> "", quick);
        quick.get();
        AtomicInteger slowRows = new AtomicInteger();
        CountDownLatch hasStarted = new CountDownLatch(1);
        FutureAnswer<String> slow = new FutureAnswer<>();
        misleading.execute(
                2_000,
                1,
                (from, to) -> {
                    hasStarted.countDown();
                    slowRows.addAndGet(to - from);
                    sleepMillis(to - from);
                },
                () -> "",
                slow);
        hasStarted.await();
        FutureAnswer<String> other = new FutureAnswer<>();

        stream(newCall(), false).execute(1000, 1, (from, to) -> {}, () -> "done", other);

        assertThat(other.get()).isEqualTo("done");
        assertThat(slowRows.get()).isLessThan(1_000);
        slow.get();
    }

    @Test
    void execute_cancelledInASliceOfSlowRows_endsAfterAFewRows() throws Exception {
        CallToken call = newCall();
        RowExecutor.Stream misleading = stream(call, false);
        FutureAnswer<String> quick = new FutureAnswer<>();
        misleading.execute(100_000, 1, (from, to) -> {}, () -> "", quick);
        quick.get();
        AtomicInteger rows = new AtomicInteger();
        FutureAnswer<String> slow = new FutureAnswer<>();

        misleading.execute(
                100_000,
                1,
                (from, to) -> {
                    if (rows.addAndGet(to - from) > 10) {
                        call.cancel();
                    }
                },
                () -> "",
                slow);

        assertThatThrownBy(slow::get).isInstanceOf(CancellationException.class);
        assertThat(rows.get()).isLessThan(200);
    }

    @Test
    void executeEach_anyCountOfRows_runsEachOnceAndThenAnswers() throws Exception {
        AtomicIntegerArray runs = new AtomicIntegerArray(500);
        FutureAnswer<String> answer = new FutureAnswer<>();

        stream(newCall(), false).executeEach(500, runs::incrementAndGet, () -> "done", answer);

        assertThat(answer.get()).isEqualTo("done");
        for (int row = 0; row < 500; row++) {
            assertThat(runs.get(row)).as("row %d", row).isEqualTo(1);
        }
    }

    @Test
    void execute_manySlowRowsOfOneConnection_delayAnotherByAFewSlices() throws Exception {
        AtomicInteger slowRows = new AtomicInteger();
        CountDownLatch hasStarted = new CountDownLatch(1);
        FutureAnswer<String> slow = new FutureAnswer<>();
        CallToken slowCall = newCall();
        stream(slowCall, false)
                .execute(
                        100_000,
                        1,
                        (from, to) -> {
                            hasStarted.countDown();
                            slowRows.addAndGet(to - from);
                            sleepMillis(to - from);
                        },
                        () -> "slow",
                        slow);
        hasStarted.await();
        // The first slices have shown by now how long a row takes.
        RowExecutor.Stream quick = stream(newCall(), false);
        quick.execute(100, 1, (from, to) -> {}, () -> "", new FutureAnswer<>());
        int before = slowRows.get();
        FutureAnswer<String> answer = new FutureAnswer<>();

        quick.execute(1_000, 1, (from, to) -> {}, () -> "quick", answer);

        assertThat(answer.get()).isEqualTo("quick");
        assertThat(slowRows.get() - before).isLessThan(5_000);
        assertThat(slow).isNotDone();
        slowCall.cancel();
        assertThatThrownBy(slow::get).isInstanceOf(CancellationException.class);
        assertThat(slowRows.get()).isLessThan(50_000);
    }

    private static void sleepMillis(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            throw new CancellationException("interrupted");
        }
    }

    @Test
    void cancel_whileARowRuns_interruptsItAndDropsTheOthers() throws Exception {
        CallToken call = newCall();
        CountDownLatch hasStarted = new CountDownLatch(1);
        AtomicInteger startCount = new AtomicInteger();
        FutureAnswer<String> answer = new FutureAnswer<>();
        stream(call, true)
                .execute(
                        1_000,
                        1,
                        (from, to) -> {
                            startCount.incrementAndGet();
                            hasStarted.countDown();
                            block();
                        },
                        () -> "done",
                        answer);
        hasStarted.await();

        call.cancel();

        assertThatThrownBy(answer::get).isInstanceOf(CancellationException.class);
        assertThat(startCount.get()).isLessThanOrEqualTo(Runtime.getRuntime().availableProcessors());
    }

    @Test
    void cancel_afterwards_leavesNoInterruptToTheNextWork() throws Exception {
        for (int round = 0; round < 200; round++) {
            CallToken call = newCall();
            FutureAnswer<String> cancelled = new FutureAnswer<>();
            stream(call, true).execute(2, 1, (from, to) -> {}, () -> "done", cancelled);
            call.cancel();
            FutureAnswer<Boolean> answer = new FutureAnswer<>();

            stream(newCall(), true).submit(() -> Thread.currentThread().isInterrupted(), answer);

            assertThat(answer.get()).isFalse();
        }
    }

    @Test
    void execute_rowThatThrows_failsTheRequestOnce() {
        FutureAnswer<String> answer = new FutureAnswer<>();

        stream(newCall(), false)
                .execute(
                        1_000,
                        1,
                        (from, to) -> {
                            throw new IllegalStateException("row " + from);
                        },
                        () -> "done",
                        answer);

        assertThatThrownBy(answer::get).hasCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void close_thenExecute_runsOnTheCallingThread() throws Exception {
        executor.close();
        FutureAnswer<Thread> answer = new FutureAnswer<>();

        stream(newCall(), true).submit(Thread::currentThread, answer);

        assertThat(answer.get()).isEqualTo(Thread.currentThread());
    }
}

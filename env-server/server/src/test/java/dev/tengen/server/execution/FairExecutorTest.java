package dev.tengen.server.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.CooperativeThread;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FairExecutorTest {
    private final FairExecutor executor = new FairExecutor("test", 1);
    private final AtomicBoolean isStopped = new AtomicBoolean();
    private final BlockingQueue<String> done = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        isStopped.set(true);
        executor.close();
    }

    /** Executes {@code work} as one slice. */
    private static void execute(FairExecutor executor, Object connection, Runnable work) {
        executor.execute(connection, new FairExecutor.SlicedWork() {
            private boolean isTaken;

            @Override
            public Optional<Runnable> nextSlice() {
                isTaken = true;
                return Optional.of(work);
            }

            @Override
            public boolean hasNextSlice() {
                return !isTaken;
            }
        });
    }

    private void execute(Object connection, Runnable work) {
        execute(executor, connection, work);
    }

    /** Computes until the test is over, and offers its turn. */
    private void search() {
        while (!isStopped.get()) {
            CooperativeThread.offerTurn();
        }
    }

    private static void await(CountDownLatch latch) {
        FairExecutor.await(latch::await);
    }

    @Test
    void offerTurn_otherConnectionsWait_theyRunMeanwhile() throws Exception {
        execute("a", this::search);
        execute("b", () -> done.add("b"));
        execute("c", () -> done.add("c"));

        assertThat(List.of(done.take(), done.take())).containsExactly("b", "c");
    }

    /** Otherwise a connection could make any count of threads park. */
    @Test
    void offerTurn_sameConnectionWaits_keepsItsPlace() throws Exception {
        AtomicBoolean isFirstDone = new AtomicBoolean();
        execute("a", () -> {
            for (int turn = 0; turn < 20; turn++) {
                spin();
                CooperativeThread.offerTurn();
            }
            isFirstDone.set(true);
        });
        execute("a", () -> done.add("second after first: " + isFirstDone.get()));
        execute("b", this::search);

        assertThat(done.take()).isEqualTo("second after first: true");
    }

    /** Computes for longer than a turn. */
    private static void spin() {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(3);
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    @Test
    void offerTurn_searchesOfManyConnections_getEqualShares() throws Exception {
        int count = 8;
        List<AtomicInteger> turns = new ArrayList<>();
        CountDownLatch ended = new CountDownLatch(count);
        for (int i = 0; i < count; i++) {
            AtomicInteger own = new AtomicInteger();
            turns.add(own);
            execute(i, () -> {
                while (!isStopped.get()) {
                    spin();
                    own.incrementAndGet();
                    CooperativeThread.offerTurn();
                }
                ended.countDown();
            });
        }

        while (turns.stream().mapToInt(AtomicInteger::get).sum() < 5 * count) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        isStopped.set(true);
        ended.await();

        int most = turns.stream().mapToInt(AtomicInteger::get).max().orElseThrow();
        int least = turns.stream().mapToInt(AtomicInteger::get).min().orElseThrow();
        assertThat(most - least).as("%s", turns).isLessThanOrEqualTo(2);
    }

    @Test
    void offerTurn_twoPlaces_neverMoreRunThanThereArePlaces() throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch ended = new CountDownLatch(6);
        try (FairExecutor two = new FairExecutor("two", 2)) {
            for (int i = 0; i < 6; i++) {
                execute(two, i % 3, () -> {
                    for (int turn = 0; turn < 10; turn++) {
                        most.accumulateAndGet(running.incrementAndGet(), Math::max);
                        spin();
                        running.decrementAndGet();
                        CooperativeThread.offerTurn();
                    }
                    ended.countDown();
                });
            }
            ended.await();
        }

        assertThat(most).hasValue(2);
    }

    @Test
    void block_othersRunMeanwhile() throws Exception {
        CountDownLatch isUnblocked = new CountDownLatch(1);
        execute("a", () -> {
            FairExecutor.block(() -> {
                try {
                    isUnblocked.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            done.add("a");
        });
        execute("b", () -> {
            done.add("b");
            isUnblocked.countDown();
        });

        assertThat(List.of(done.take(), done.take())).containsExactly("b", "a");
    }

    /** Work that has given its place away has no turn to offer: it would give away the place of somebody else. */
    @Test
    void block_workThatOffersItsTurn_neverMoreRunThanThereArePlaces() throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        int count = 4;
        for (int i = 0; i < count; i++) {
            execute(i, () -> {
                FairExecutor.block(() -> {
                    for (int turn = 0; turn < 5; turn++) {
                        spin();
                        CooperativeThread.offerTurn();
                    }
                });
                CooperativeThread.offerTurn(); // After the wait, the thread may have had a place too many.
                for (int turn = 0; turn < 5; turn++) {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    spin();
                    running.decrementAndGet();
                    CooperativeThread.offerTurn();
                }
                done.add("done");
            });
        }

        for (int i = 0; i < count; i++) {
            done.take();
        }

        assertThat(most.get()).isEqualTo(1);
    }

    @Test
    void offerTurn_interruptedWhileParked_returnsAtOnce() throws Exception {
        CallToken token = new CallToken("a");
        execute(
                "a",
                () -> token.run(() -> {
                    while (!Thread.currentThread().isInterrupted()) {
                        CooperativeThread.offerTurn();
                    }
                    done.add("cancelled");
                }));
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch hasStarted = new CountDownLatch(1);
        execute("b", () -> {
            hasStarted.countDown();
            awaitPlainly(release); // Keeps its place.
        });
        hasStarted.await();

        token.cancel();

        assertThat(done.poll(5, TimeUnit.MINUTES)).isEqualTo("cancelled");
        release.countDown();
        execute("c", () -> done.add("c"));
        assertThat(done.take()).isEqualTo("c");
    }

    private static void awaitPlainly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void await_whatAParkedThreadHolds_isNoDeadlock() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        CountDownLatch isLocked = new CountDownLatch(1);
        AtomicInteger turns = new AtomicInteger();
        execute("a", () -> {
            lock.lock();
            isLocked.countDown();
            while (turns.incrementAndGet() < 10) {
                spin();
                CooperativeThread.offerTurn();
            }
            lock.unlock();
        });
        isLocked.await();
        for (int i = 0; i < 5; i++) {
            execute("b", () -> {
                FairExecutor.await(lock::lockInterruptibly);
                done.add("locked");
                lock.unlock();
            });
        }

        for (int i = 0; i < 5; i++) {
            assertThat(done.take()).isEqualTo("locked");
        }
        assertThat(turns).hasValue(10);
    }

    @Test
    void await_moreThanAConnectionMay_isRefusedForThatConnectionAlone() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        AtomicReference<Throwable> refusal = new AtomicReference<>();
        CountDownLatch refused = new CountDownLatch(1);
        for (int i = 0; i < 17; i++) {
            execute("a", () -> {
                try {
                    await(release);
                } catch (CallException e) {
                    refusal.set(e);
                    refused.countDown();
                }
            });
        }
        refused.await();

        assertThat(refusal.get())
                .isInstanceOfSatisfying(
                        CallException.class, error -> assertThat(error.reason()).isEqualTo(Reason.TOO_MANY_CALLS));
        execute("b", () -> {
            done.add("b waits");
            await(release);
            done.add("b");
        });
        assertThat(done.take()).isEqualTo("b waits");
        release.countDown();
        assertThat(done.take()).isEqualTo("b");
    }

    @Test
    void await_interrupted_isCancelled() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> await(new CountDownLatch(1))).isInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void execute_sliceThrows_otherWorkStillRuns() throws Exception {
        for (int i = 0; i < 3; i++) {
            execute("a", () -> {
                throw new IllegalStateException("planted");
            });
        }
        execute("a", () -> done.add("next"));

        assertThat(done.take()).isEqualTo("next");
    }

    @Test
    void stalledNanos_nothingTakesTheWorkThatWaits_grows() throws Exception {
        assertThat(executor.stalledNanos()).isZero();
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch hasStarted = new CountDownLatch(1);
        execute("a", () -> {
            hasStarted.countDown();
            awaitPlainly(release);
        });
        hasStarted.await();
        assertThat(executor.stalledNanos()).as("nothing waits").isZero();
        execute("b", () -> done.add("b"));

        TimeUnit.MILLISECONDS.sleep(30);

        assertThat(executor.stalledNanos()).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(25));
        release.countDown();
        assertThat(done.take()).isEqualTo("b");
        assertThat(executor.stalledNanos()).isZero();
    }
}

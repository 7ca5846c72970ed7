package dev.tengen.server.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BlockingCallExecutorTest {
    private final BlockingCallExecutor calls =
            new BlockingCallExecutor("test", 1, 2, Reason.TOO_MANY_ANALYSES, "analyze");

    @AfterEach
    void close() {
        calls.close();
    }

    /** A call that runs until it is interrupted. */
    private static final class Endless implements Runnable {
        private final CountDownLatch hasStarted = new CountDownLatch(1);
        private final CountDownLatch hasEnded = new CountDownLatch(1);

        @Override
        public void run() {
            hasStarted.countDown();
            try {
                TimeUnit.DAYS.sleep(1);
            } catch (InterruptedException e) {
                hasEnded.countDown();
            }
        }
    }

    @Test
    void start_cancelledWhileItRuns_isInterruptedAndNoLongerCounted() throws Exception {
        Endless call = new Endless();
        Runnable cancel = calls.start(call);
        call.hasStarted.await();
        assertThat(calls.callCount()).isEqualTo(1);

        cancel.run();

        call.hasEnded.await();
        assertThat(calls.callCount()).isZero();
    }

    @Test
    void start_cancelledWhileItWaits_neverStartsAndIsNoLongerCounted() throws Exception {
        Endless first = new Endless();
        Runnable cancelFirst = calls.start(first);
        AtomicBoolean hasStarted = new AtomicBoolean();
        Runnable cancelSecond = calls.start(() -> hasStarted.set(true));
        assertThatThrownBy(() -> calls.start(() -> {}))
                .isInstanceOfSatisfying(
                        CallException.class, error -> assertThat(error.reason()).isEqualTo(Reason.TOO_MANY_ANALYSES))
                .hasMessage("2 calls analyze already, the maximum; retry when some have finished");

        cancelSecond.run();

        assertThat(calls.callCount()).isEqualTo(1);
        CountDownLatch isDone = new CountDownLatch(1);
        calls.start(isDone::countDown);
        cancelFirst.run();
        isDone.await();
        assertThat(hasStarted).isFalse();
    }

    /** The interrupt of a call must not reach the next call on the same thread. */
    @Test
    void start_afterOneThatWasCancelled_isNotInterrupted() throws Exception {
        for (int round = 0; round < 200; round++) {
            calls.start(() -> {}).run();
            CountDownLatch isDone = new CountDownLatch(1);
            AtomicBoolean isInterrupted = new AtomicBoolean();
            calls.start(() -> {
                isInterrupted.set(Thread.currentThread().isInterrupted());
                isDone.countDown();
            });
            isDone.await();
            assertThat(isInterrupted).isFalse();
        }
    }

    @Test
    void start_cancelledTwiceOrAfterItsEnd_changesNothing() throws Exception {
        CountDownLatch isDone = new CountDownLatch(1);
        Runnable cancel = calls.start(isDone::countDown);
        isDone.await();

        cancel.run();
        cancel.run();

        assertThat(calls.callCount()).isZero();
    }
}

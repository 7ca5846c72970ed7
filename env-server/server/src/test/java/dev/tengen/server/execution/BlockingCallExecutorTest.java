package dev.tengen.server.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BlockingCallExecutorTest {
    private final BlockingCallExecutor calls =
            new BlockingCallExecutor("test", 1, 2, Reason.TOO_MANY_ANALYSES, "analyze");

    @AfterEach
    void close() {
        calls.close();
    }

    private final AtomicInteger droppedCount = new AtomicInteger();

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

    private CallToken start(Runnable call) {
        CallToken token = new CallToken("a");
        calls.unordered().execute(token, () -> {
            try {
                token.run(call);
            } catch (CancellationException e) {
                droppedCount.incrementAndGet();
            }
        });
        return token;
    }

    @Test
    void execute_cancelledWhileItRuns_isInterrupted() throws Exception {
        Endless call = new Endless();
        CallToken token = start(call);
        call.hasStarted.await();
        assertThat(calls.callCount()).isEqualTo(1);

        token.cancel();

        call.hasEnded.await();
        await().forever().until(() -> calls.callCount() == 0);
    }

    @Test
    void execute_cancelledWhileItWaits_isDroppedAtOnce() throws Exception {
        Endless first = new Endless();
        CallToken running = start(first);
        AtomicBoolean hasStarted = new AtomicBoolean();
        CallToken waiting = start(() -> hasStarted.set(true));
        assertThatThrownBy(() -> start(() -> {}))
                .isInstanceOfSatisfying(
                        CallException.class, error -> assertThat(error.reason()).isEqualTo(Reason.TOO_MANY_ANALYSES))
                .hasMessage("2 calls analyze already, the maximum; retry when some have finished");

        waiting.cancel();

        assertThat(droppedCount).hasValue(1);
        running.cancel();
        await().forever().until(() -> calls.callCount() == 0);
        CountDownLatch isDone = new CountDownLatch(1);
        start(isDone::countDown);
        isDone.await();
        assertThat(hasStarted).isFalse();
    }

    /** The interrupt of a call must not reach the next call on the same thread. */
    @Test
    void execute_afterOneThatWasCancelled_isNotInterrupted() throws Exception {
        for (int round = 0; round < 200; round++) {
            start(() -> {}).cancel();
            await().forever().pollInterval(Duration.ofMillis(1)).until(() -> calls.callCount() == 0);
            CountDownLatch isDone = new CountDownLatch(1);
            AtomicBoolean isInterrupted = new AtomicBoolean();
            start(() -> {
                isInterrupted.set(Thread.currentThread().isInterrupted());
                isDone.countDown();
            });
            isDone.await();
            assertThat(isInterrupted).isFalse();
            await().forever().pollInterval(Duration.ofMillis(1)).until(() -> calls.callCount() == 0);
        }
    }
}

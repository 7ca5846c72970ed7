package dev.tengen.server.session;

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
class SlowCallsTest {
    private final SlowCalls calls = new SlowCalls("test", 1, 2, Reason.TOO_MANY_ANALYSES, "analyze");

    @AfterEach
    void close() {
        calls.close();
    }

    /** A call that goes on until it is interrupted. */
    private static final class Endless implements Runnable {
        private final CountDownLatch hasBegun = new CountDownLatch(1);
        private final CountDownLatch hasEnded = new CountDownLatch(1);

        @Override
        public void run() {
            hasBegun.countDown();
            try {
                TimeUnit.DAYS.sleep(1);
            } catch (InterruptedException e) {
                hasEnded.countDown();
            }
        }
    }

    @Test
    void start_endedWhileItRuns_isInterruptedAndCountsNoMore() throws Exception {
        Endless call = new Endless();
        Runnable end = calls.start(call);
        call.hasBegun.await();
        assertThat(calls.callCount()).isEqualTo(1);

        end.run();

        call.hasEnded.await();
        assertThat(calls.callCount()).isZero();
    }

    @Test
    void start_endedWhileItWaits_neverBeginsAndGivesItsPlaceBack() throws Exception {
        Endless first = new Endless();
        Runnable endOfFirst = calls.start(first);
        AtomicBoolean hasBegun = new AtomicBoolean();
        Runnable endOfSecond = calls.start(() -> hasBegun.set(true));
        assertThatThrownBy(() -> calls.start(() -> {}))
                .isInstanceOfSatisfying(
                        CallException.class, error -> assertThat(error.reason()).isEqualTo(Reason.TOO_MANY_ANALYSES))
                .hasMessage("2 calls analyze, as many as allowed");

        endOfSecond.run();

        assertThat(calls.callCount()).isEqualTo(1);
        CountDownLatch isDone = new CountDownLatch(1);
        calls.start(isDone::countDown);
        endOfFirst.run();
        isDone.await();
        assertThat(hasBegun).isFalse();
    }

    /** The interrupt of one call must not reach the next one in the same thread. */
    @Test
    void start_afterOneThatWasEnded_isNotInterrupted() throws Exception {
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
    void start_endedTwiceOrAfterItsEnd_changesNothing() throws Exception {
        CountDownLatch isDone = new CountDownLatch(1);
        Runnable end = calls.start(isDone::countDown);
        isDone.await();

        end.run();
        end.run();

        assertThat(calls.callCount()).isZero();
    }
}

package dev.tengen.arena.tournament;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tengen.store.StoreException;
import dev.tengen.store.StoreException.Reason;
import dev.tengen.store.StoreFailures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StoreRetryPolicyTest {
    private final List<Duration> pauses = new ArrayList<>();
    private final AtomicInteger count = new AtomicInteger();

    private final StoreRetryPolicy retries = new StoreRetryPolicy() {
        @Override
        boolean pause(Duration pause) {
            pauses.add(pause);
            return true;
        }
    };

    private int failUntil(int attempt, Reason reason) {
        if (count.incrementAndGet() < attempt) {
            throw StoreFailures.of(reason);
        }
        return count.get();
    }

    @ParameterizedTest
    @EnumSource(
            value = Reason.class,
            names = {"LOCKED", "UNAVAILABLE"})
    void call_failureThatPasses_isAskedAgainAfterGrowingPauses(Reason reason) {
        int answer = retries.call(() -> failUntil(5, reason));

        assertThat(answer).isEqualTo(5);
        assertThat(pauses).extracting(Duration::toMillis).containsExactly(100L, 200L, 400L, 800L);
    }

    @ParameterizedTest
    @EnumSource(
            value = Reason.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"LOCKED", "UNAVAILABLE"})
    void call_permanentFailure_isThrownAtOnce(Reason reason) {
        assertThatThrownBy(() -> retries.call(() -> failUntil(2, reason))).isInstanceOf(StoreException.class);

        assertThat(pauses).isEmpty();
    }

    @Test
    void call_failureThatDoesNotPass_isThrownAfterTwoMinutes() {
        assertThatThrownBy(() -> retries.call(() -> failUntil(1000, Reason.LOCKED)))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("LOCKED");

        Duration all = pauses.stream().reduce(Duration.ZERO, Duration::plus);
        assertThat(all).isBetween(Duration.ofMinutes(2), Duration.ofMinutes(2).plusSeconds(10));
        assertThat(pauses).allMatch(pause -> pause.toSeconds() <= 10).hasSizeBetween(15, 25);
    }

    @Test
    void end_pauseUnderWay_isOver() throws Exception {
        StoreRetryPolicy real = new StoreRetryPolicy();
        CountDownLatch failed = new CountDownLatch(10);
        CompletableFuture<Integer> asked = CompletableFuture.supplyAsync(() -> real.call(() -> {
            failed.countDown();
            throw StoreFailures.of(Reason.UNAVAILABLE);
        }));
        await().forever().until(() -> failed.getCount() <= 7);

        real.end();

        assertThatThrownBy(() -> asked.get(5, TimeUnit.MINUTES))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(StoreException.class);
        assertThat(failed.getCount()).isPositive();
        assertThatThrownBy(() -> real.call(() -> failUntil(2, Reason.LOCKED))).isInstanceOf(StoreException.class);
        assertThat(real.<Integer>call(() -> 5)).isEqualTo(5);
    }

    @Test
    void call_interruptedThread_doesNotWait() {
        StoreRetryPolicy real = new StoreRetryPolicy();
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> real.call(() -> failUntil(2, Reason.LOCKED))).isInstanceOf(StoreException.class);

        assertThat(Thread.interrupted()).isTrue();
    }
}

package dev.tengen.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.server.testing.FakeTicker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IdleTimerTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int THREADS = 4;
    private static final int TIMERS = 200;

    private final FakeTicker ticker = new FakeTicker();

    private IdleTimer idle() {
        IdleTimer timer = new IdleTimer(ticker, TIMEOUT, Duration.ZERO);
        timer.end(true);
        return timer;
    }

    @Test
    void begin_new_isLeased() {
        IdleTimer timer = new IdleTimer(ticker, TIMEOUT, Duration.ZERO);

        ticker.advance(TIMEOUT.multipliedBy(3));

        assertThat(timer.isOverdue()).isFalse();
        assertThat(timer.expire()).isFalse();
        assertThat(timer.remainingNanos()).isEqualTo(TIMEOUT.toNanos());
    }

    @Test
    void begin_timeoutReached_fails() {
        IdleTimer timer = idle();
        ticker.advance(TIMEOUT.minusNanos(1));
        boolean isBegun = timer.begin();
        timer.end(true);

        ticker.advance(TIMEOUT);

        assertThat(isBegun).isTrue();
        assertThat(timer.begin()).isFalse();
    }

    @Test
    void expire_overdue_isTrueOnce() {
        IdleTimer timer = idle();
        boolean isEarly = timer.expire();
        ticker.advance(TIMEOUT);

        assertThat(isEarly).isFalse();
        assertThat(timer.expire()).isTrue();
        assertThat(timer.expire()).isFalse();
        assertThat(timer.isOverdue()).isTrue();
    }

    @Test
    void end_withoutUse_keepsTheIdleTime() {
        IdleTimer timer = idle();
        ticker.advance(Duration.ofSeconds(4));
        timer.begin();

        timer.end(false);

        assertThat(timer.remainingNanos()).isEqualTo(Duration.ofSeconds(6).toNanos());
    }

    @Test
    void end_lastOfTwo_startsTheIdleTime() {
        IdleTimer timer = idle();
        timer.begin();
        timer.begin();
        timer.end(true);
        ticker.advance(Duration.ofSeconds(4));

        timer.end(true);

        assertThat(timer.remainingNanos()).isEqualTo(TIMEOUT.toNanos());
    }

    /**
     * Threads begin and end leases, let time pass and try to expire the session, all at once, until it has expired. One
     * of them succeeds, and nobody holds a lease then or begins one later.
     */
    @Test
    void expire_manyThreads_happensOnceAndNotWhileALeaseIsHeld() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        AtomicInteger expiredCount = new AtomicInteger();
        AtomicInteger begunCount = new AtomicInteger();
        try {
            for (int number = 0; number < TIMERS; number++) {
                Contest contest = new Contest(expiredCount, begunCount);
                List<Callable<Void>> players = IntStream.range(0, THREADS)
                        .<Callable<Void>>mapToObj(seed -> () -> contest.run(new SplitMix64(seed)))
                        .toList();
                for (Future<Void> player : threads.invokeAll(players)) {
                    player.get();
                }
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(expiredCount).hasValue(TIMERS);
        assertThat(begunCount).hasValueGreaterThan(2 * TIMERS);
    }

    /** One timer that several threads use. */
    private static final class Contest {
        private static final int TIMEOUT_NANOS = 30;

        private final AtomicLong clock = new AtomicLong();
        private final IdleTimer timer = new IdleTimer(clock::get, Duration.ofNanos(TIMEOUT_NANOS), Duration.ZERO);
        private final CyclicBarrier start = new CyclicBarrier(THREADS, () -> timer.end(true));
        private final AtomicInteger held = new AtomicInteger();
        private final AtomicBoolean isExpired = new AtomicBoolean();
        private final AtomicInteger expiredCount;
        private final AtomicInteger begunCount;

        Contest(AtomicInteger expiredCount, AtomicInteger begunCount) {
            this.expiredCount = expiredCount;
            this.begunCount = begunCount;
        }

        Void run(SplitMix64 random) throws Exception {
            start.await();
            while (timer.begin()) {
                held.incrementAndGet();
                assertThat(isExpired).isFalse();
                begunCount.incrementAndGet();
                clock.addAndGet(random.nextInt(2 * TIMEOUT_NANOS));
                held.decrementAndGet();
                timer.end(true);
                // Few rounds alone pass the timeout, so that threads meet before the session expires.
                clock.addAndGet(random.nextInt(8) == 0 ? TIMEOUT_NANOS : random.nextInt(TIMEOUT_NANOS / 2));
                if (timer.expire()) {
                    assertThat(isExpired.getAndSet(true)).isFalse();
                    assertThat(held).hasValue(0);
                    expiredCount.incrementAndGet();
                }
            }
            // The clock is past the time: the first thread here expires the session.
            if (timer.expire()) {
                assertThat(isExpired.getAndSet(true)).isFalse();
                expiredCount.incrementAndGet();
            }
            return null;
        }
    }
}

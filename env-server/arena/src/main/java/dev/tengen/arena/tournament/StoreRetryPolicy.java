package dev.tengen.arena.tournament;

import dev.tengen.store.StoreException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Retries store calls that fail with a {@linkplain StoreException#isTransient() transient} error: with exponential
 * backoff, up to about two minutes of pauses. The calls must be idempotent. Thread-safe.
 */
class StoreRetryPolicy {
    private static final Logger LOG = LoggerFactory.getLogger(StoreRetryPolicy.class);

    /** The pauses sum up to 123 seconds. */
    private static final int MAX_RETRIES = 18;

    private static final long MIN_PAUSE_MS = 100;
    private static final long MAX_PAUSE_MS = 10_000;

    private final CountDownLatch ended = new CountDownLatch(1);

    /**
     * Returns the result of {@code call}.
     *
     * @throws StoreException if the last attempt failed
     */
    final <T> T call(Supplier<T> call) {
        long pauseMs = MIN_PAUSE_MS;
        for (int retry = 0; ; retry++) {
            try {
                return attempt(call);
            } catch (StoreException e) {
                if (!e.isTransient() || retry == MAX_RETRIES || isEnded()) {
                    throw e;
                }
                LOG.warn("{}; retrying in {} ms", e.getMessage(), pauseMs);
                if (!pause(Duration.ofMillis(pauseMs))) {
                    throw e;
                }
                pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
            }
        }
    }

    /** Makes one attempt. */
    <T> T attempt(Supplier<T> call) {
        return call.get();
    }

    /** Waits before a retry. Returns whether to retry: not after {@link #end} or an interrupt. */
    boolean pause(Duration pause) {
        try {
            return !ended.await(pause.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Ends all retries, from any thread. A call that waits for a retry fails at once. */
    final void end() {
        ended.countDown();
    }

    /** Returns whether {@link #end} was called. */
    final boolean isEnded() {
        return ended.getCount() == 0;
    }
}

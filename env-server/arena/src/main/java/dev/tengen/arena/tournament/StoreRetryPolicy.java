package dev.tengen.arena.tournament;

import dev.failsafe.Execution;
import dev.failsafe.RetryPolicy;
import dev.tengen.store.StoreException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Retries store calls that fail with a {@linkplain StoreException#isTransient() transient} error: with exponential backoff, up to
 * about two minutes of pauses. The calls must be idempotent. Thread-safe.
 */
class StoreRetryPolicy {
    private static final Logger LOG = LoggerFactory.getLogger(StoreRetryPolicy.class);

    /** The pauses sum up to 123 seconds. */
    private static final int MAX_RETRIES = 18;

    private static final RetryPolicy<Object> POLICY = RetryPolicy.builder()
            .handleIf(error -> error instanceof StoreException failure && failure.isTransient())
            .withBackoff(Duration.ofMillis(100), Duration.ofSeconds(10))
            .withMaxRetries(MAX_RETRIES)
            .build();

    private final CountDownLatch ended = new CountDownLatch(1);

    /**
     * Returns the result of {@code call}.
     *
     * @throws StoreException if the last attempt failed
     */
    final <T> T call(Supplier<T> call) {
        Execution<Object> execution = Execution.of(POLICY);
        while (true) {
            try {
                return attempt(call);
            } catch (StoreException e) {
                execution.recordException(e);
                if (execution.isComplete() || isEnded()) {
                    throw e;
                }
                LOG.warn(
                        "{}; retrying in {} ms",
                        e.getMessage(),
                        execution.getDelay().toMillis());
                if (!pause(execution.getDelay())) {
                    throw e;
                }
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

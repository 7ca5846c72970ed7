package dev.tengen.arena.tournament;

import dev.tengen.arena.store.StoreException;
import dev.tengen.arena.store.StoreException.Reason;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a store again that fails for a while: after a pause, and another twice as long, until they sum up to two minutes. Then, or
 * where nobody waits any more, the failure stands. What is asked must act once, however often it is asked.
 */
class StoreRetryPolicy {
    private static final Logger LOG = LoggerFactory.getLogger(StoreRetryPolicy.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final CountDownLatch over = new CountDownLatch(1);

    /** Returns what {@code call} returns, in the end. */
    final <T> T ask(Supplier<T> call) {
        Duration pause = FIRST_PAUSE;
        Duration waited = Duration.ZERO;
        while (true) {
            try {
                return attempt(call);
            } catch (StoreException e) {
                boolean isPassing = e.reason() == Reason.LOCKED || e.reason() == Reason.UNAVAILABLE;
                if (!isPassing || waited.compareTo(LIMIT) >= 0 || isOver()) {
                    throw e;
                }
                LOG.warn("{}; asking again in {} ms", e.getMessage(), pause.toMillis());
                if (!pause(pause)) {
                    throw e;
                }
                waited = waited.plus(pause);
                pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
            }
        }
    }

    /** Makes {@code call} once. */
    <T> T attempt(Supplier<T> call) {
        return call.get();
    }

    /** Waits, and returns whether to ask again. */
    boolean pause(Duration pause) {
        try {
            return !over.await(pause.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Lets nothing be asked again, from any thread. */
    final void end() {
        over.countDown();
    }

    /** Returns whether {@link #end} was called. */
    final boolean isOver() {
        return over.getCount() == 0;
    }
}

package dev.tengen.arena.host;

import dev.tengen.server.error.FatalErrors;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A value that is expensive to compute and may be a little old. Callers get the last value at once, while another
 * thread computes a newer one. Thread-safe.
 *
 * @param <T> the type of the value
 */
final class RefreshingCache<T> {
    private static final Logger LOG = LoggerFactory.getLogger(RefreshingCache.class);

    /**
     * A value is used at least this many times as long as its computation took, so computations take a bounded share of
     * a core.
     */
    private static final int AGE_PER_COST = 20;

    private static final long MIN_AGE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Supplier<T> computation;
    private final Executor executor;
    private final AtomicBoolean isRefreshing = new AtomicBoolean();
    private volatile @Nullable Entry<T> entry;

    private record Entry<T>(long version, T value, long startedAt, long endedAt) {
        private boolean isFresh(long now) {
            return now - endedAt < Math.max(MIN_AGE_NANOS, AGE_PER_COST * (endedAt - startedAt));
        }
    }

    RefreshingCache(Supplier<T> computation, Executor executor) {
        this.computation = computation;
        this.executor = executor;
    }

    /**
     * Returns the value for {@code version}, or that of an earlier version while it is computed; empty before the first
     * one.
     */
    Optional<T> get(long version) {
        Entry<T> known = entry;
        boolean isCurrent = known != null && (known.version == version || known.isFresh(System.nanoTime()));
        if (!isCurrent && isRefreshing.compareAndSet(false, true)) {
            submit(version);
        }
        return Optional.ofNullable(known).map(Entry::value);
    }

    private void submit(long version) {
        try {
            executor.execute(() -> refresh(version));
        } catch (RejectedExecutionException e) {
            LOG.debug("The arena closes; its ladder is not computed again", e);
        }
    }

    private void refresh(long version) {
        try {
            long start = System.nanoTime();
            T value = computation.get();
            entry = new Entry<>(version, value, start, System.nanoTime());
        } catch (RuntimeException | Error e) {
            FatalErrors.check(e);
            LOG.warn("The ladder cannot be computed; the next request retries", e);
        } finally {
            isRefreshing.set(false);
        }
    }
}

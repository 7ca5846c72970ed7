package dev.tengen.server.service;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.session.RequestKey;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The responses to calls of the last ten minutes that opened a session and carried a request id. A retry gets the response
 * of the first call and opens no other session. The log of a session does the same for the calls on that session.
 *
 * <p>Thread-safe: of two calls with the same id at the same time, one acts and the other waits for its response.
 */
final class IdempotencyCache {
    private static final Duration EXPIRY = Duration.ofMinutes(10);
    private static final int CAPACITY = 1_000_000;
    private static final Duration FULL_RETRY_DELAY = Duration.ofSeconds(10);

    private final Cache<String, Entry> entries;
    private final int capacity;

    IdempotencyCache(Ticker ticker) {
        this(ticker, CAPACITY);
    }

    IdempotencyCache(Ticker ticker, int capacity) {
        this.capacity = capacity;
        entries = Caffeine.newBuilder().expireAfterWrite(EXPIRY).ticker(ticker).build();
    }

    /**
     * Returns the response of {@code call}, or the one it gave to the same request before.
     *
     * @throws CallException if the request id was used for another request, or the cache is full
     */
    <R> R respond(RequestKey key, Supplier<R> call) {
        if (key.isNone()) {
            return call.get();
        }
        if (entries.getIfPresent(key.id()) == null) {
            requireSpace();
        }
        while (true) {
            Entry mine = new Entry(key.content(), new CompletableFuture<>());
            Entry first = entries.asMap().putIfAbsent(key.id(), mine);
            if (first == null) {
                return act(key, mine, call);
            }
            key.requireSame(first.content);
            Object response = await(first.response.exceptionally(error -> null));
            if (response != null) {
                @SuppressWarnings(
                        "unchecked") // The digest covers the kind of the request, and so that of the response.
                R same = (R) response;
                return same;
            }
            // The first call failed and so did nothing: now this call may act.
        }
    }

    /** Waits for the response of another call; throws {@link CancellationException} if this one is cancelled meanwhile. */
    private static @Nullable Object await(CompletableFuture<@Nullable Object> response) {
        try {
            return response.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("the call was cancelled while the first one with its request id ran");
        } catch (ExecutionException e) {
            throw new IllegalStateException("an error counts as no response", e);
        }
    }

    private <R> R act(RequestKey key, Entry mine, Supplier<R> call) {
        try {
            R response = call.get();
            mine.response.complete(response);
            return response;
        } catch (RuntimeException | Error e) {
            entries.asMap().remove(key.id(), mine);
            mine.response.completeExceptionally(e);
            throw e;
        }
    }

    private void requireSpace() {
        // Evicting a response early could make a retry act twice, so a full cache rejects new ids. While it does,
        // nothing
        // else makes it look for expired entries.
        if (entries.estimatedSize() >= capacity) {
            entries.cleanUp();
        }
        if (entries.estimatedSize() >= capacity) {
            throw CallException.retryAfter(
                    Reason.TOO_MANY_REQUEST_IDS,
                    FULL_RETRY_DELAY,
                    capacity + " calls that opened a session are remembered for retries, the maximum; retry later");
        }
    }

    /** A call and its response. No lock is held while it runs: an engine may take seconds to start. */
    private record Entry(RequestKey.Digest content, CompletableFuture<@Nullable Object> response) {}
}

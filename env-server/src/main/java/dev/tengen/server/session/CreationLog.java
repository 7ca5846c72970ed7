package dev.tengen.server.session;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import com.google.protobuf.MessageLite;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the last ten minutes that made a session and carried a request id, with their answers.
 *
 * <p>Thread-safe: of two calls with the same id at the same time, one acts and the other waits for its answer.
 */
final class CreationLog {
    private static final Duration KEPT = Duration.ofMinutes(10);
    private static final int CAPACITY = 1_000_000;
    private static final Duration FULL_RETRY_DELAY = Duration.ofSeconds(10);

    private final Cache<String, Entry> entries;
    private final int capacity;

    CreationLog(Ticker ticker) {
        this(ticker, CAPACITY);
    }

    CreationLog(Ticker ticker, int capacity) {
        this.capacity = capacity;
        entries = Caffeine.newBuilder().expireAfterWrite(KEPT).ticker(ticker).build();
    }

    /** Returns what {@code create} returns, or what it returned for the same request before. */
    <R extends MessageLite> R answer(String requestId, MessageLite request, Supplier<R> create) {
        if (requestId.isEmpty()) {
            return create.get();
        }
        if (entries.getIfPresent(requestId) == null) {
            requireSpace();
        }
        RequestDigest digest = RequestDigest.of(request);
        while (true) {
            Entry mine = new Entry(digest, new CompletableFuture<>());
            Entry first = entries.asMap().putIfAbsent(requestId, mine);
            if (first == null) {
                return act(requestId, mine, create);
            }
            RequestLog.requireSame(requestId, first.digest, digest);
            MessageLite response = first.response.exceptionally(error -> null).join();
            if (response != null) {
                @SuppressWarnings("unchecked") // The digest covers the kind of the request, and so that of the answer.
                R same = (R) response;
                return same;
            }
            // The first one failed and so did nothing: it is this one's turn.
        }
    }

    private <R extends MessageLite> R act(String requestId, Entry mine, Supplier<R> create) {
        try {
            R response = create.get();
            mine.response.complete(response);
            return response;
        } catch (RuntimeException | Error e) {
            entries.asMap().remove(requestId, mine);
            mine.response.completeExceptionally(e);
            throw e;
        }
    }

    private void requireSpace() {
        // Forgetting an answer early could make a retry act twice, so a full log refuses. While it does, nothing else
        // makes it look for entries that have expired.
        if (entries.estimatedSize() >= capacity) {
            entries.cleanUp();
        }
        if (entries.estimatedSize() >= capacity) {
            throw CallException.retryAfter(
                    Reason.TOO_MANY_REQUEST_IDS,
                    FULL_RETRY_DELAY,
                    capacity + " calls that made a session are remembered for retries, as many as allowed");
        }
    }

    /** A call and its answer, for which no lock is held: an engine may take seconds to start. */
    private record Entry(RequestDigest digest, CompletableFuture<@Nullable MessageLite> response) {}
}

package dev.tengen.client.internal;

import io.grpc.Deadline;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Retries calls that an overloaded server has refused, after the delay that it asks for. Each further refusal doubles the
 * delay. Every call may be retried, because a refused call has changed nothing.
 *
 * <p>The retry policy of gRPC knows only statuses, and other errors with this status must reach the caller at once.
 */
final class OverloadRetryPolicy {
    private static final int MAX_ATTEMPTS = 5;
    private static final String OVERLOADED = "SERVER_OVERLOADED";
    private static final Metadata.Key<String> REASON =
            Metadata.Key.of("tengen-reason", Metadata.ASCII_STRING_MARSHALLER);
    private static final Metadata.Key<String> PUSHBACK =
            Metadata.Key.of("grpc-retry-pushback-ms", Metadata.ASCII_STRING_MARSHALLER);

    private OverloadRetryPolicy() {}

    /**
     * Returns how long to wait before the next attempt; empty if {@code error} must reach the caller.
     *
     * @param attempt the number of the attempt that failed, from 1
     * @param deadline the deadline of all attempts; null if there is none
     */
    static OptionalLong delayMillis(Throwable error, int attempt, @Nullable Deadline deadline) {
        Metadata trailers = Status.trailersFromThrowable(error);
        if (trailers == null || !OVERLOADED.equals(trailers.get(REASON)) || attempt >= MAX_ATTEMPTS) {
            return OptionalLong.empty();
        }
        String pushback = trailers.get(PUSHBACK);
        if (pushback == null) {
            return OptionalLong.empty();
        }
        long delay = Long.parseLong(pushback) << (attempt - 1);
        boolean isInTime = deadline == null || deadline.timeRemaining(TimeUnit.MILLISECONDS) > delay;
        return isInTime ? OptionalLong.of(delay) : OptionalLong.empty();
    }
}

package dev.tengen.client.internal;

import com.google.common.collect.Comparators;
import dev.tengen.client.error.TengenException;
import io.grpc.CallOptions;
import io.grpc.Deadline;
import io.grpc.Metadata;
import io.grpc.Status;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of one call: one deadline for all of them, with exponential backoff between them. A call is retried while
 * the server cannot be reached or is shutting down. That is safe for every call because calls that change something
 * carry a request id. A call that an overloaded server refuses is retried a few times, after the delay that the server asks
 * for, which each further refusal doubles. Not thread-safe.
 *
 * <p>The retry policy of gRPC knows only statuses, and other errors with the same status must reach the caller at once.
 */
final class RetrySchedule {
    private static final Duration INITIAL_BACKOFF = Duration.ofMillis(50);
    private static final Duration MAX_BACKOFF = Duration.ofSeconds(1);

    /** Reasons of UNAVAILABLE that another attempt may not meet; empty if the error is not the server's. */
    private static final Set<String> RETRYABLE = Set.of("", "SHUTTING_DOWN");

    private static final String OVERLOADED = "SERVER_OVERLOADED";
    private static final int MAX_REFUSALS = 5;
    private static final Metadata.Key<String> PUSHBACK =
            Metadata.Key.of("grpc-retry-pushback-ms", Metadata.ASCII_STRING_MARSHALLER);

    private final Deadline deadline;
    private Duration backoff = INITIAL_BACKOFF;
    private int refusals;
    private @Nullable TengenException retried;

    /** Creates the schedule of a call that starts now and may take {@code timeout}, all attempts together. */
    RetrySchedule(Duration timeout) {
        deadline = Deadline.after(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Returns the options of the next attempt. */
    CallOptions options() {
        return CallOptions.DEFAULT.withDeadline(deadline);
    }

    /** Returns how long to wait before the next attempt, or nothing if the call has failed with {@code error}. */
    Optional<Duration> delayAfter(TengenException error) {
        Optional<Duration> delay =
                nextDelay(error).filter(time -> deadline.timeRemaining(TimeUnit.NANOSECONDS) > time.toNanos());
        if (delay.isPresent()) {
            retried = error;
        }
        return delay;
    }

    private Optional<Duration> nextDelay(TengenException error) {
        if (error.status().equals("UNAVAILABLE") && RETRYABLE.contains(error.reason())) {
            return Optional.of(nextBackoff());
        }
        return error.reason().equals(OVERLOADED) && ++refusals < MAX_REFUSALS ? pushback(error) : Optional.empty();
    }

    /** Returns a time between half the backoff and all of it, so that the clients of a server that restarts spread out. */
    private Duration nextBackoff() {
        double share = 0.5 + ThreadLocalRandom.current().nextDouble() / 2;
        Duration delay = Duration.ofNanos((long) (backoff.toNanos() * share));
        backoff = Comparators.min(backoff.multipliedBy(2), MAX_BACKOFF);
        return delay;
    }

    private Optional<Duration> pushback(TengenException error) {
        return Optional.ofNullable(Status.trailersFromThrowable(error))
                .map(trailers -> trailers.get(PUSHBACK))
                .map(millis -> Duration.ofMillis(Long.parseLong(millis) << (refusals - 1)));
    }

    /**
     * Returns the error that the caller gets after the last attempt failed with {@code last}. If the deadline passed
     * during an attempt that was a retry, that is the error before it: the server could not be reached.
     */
    TengenException failure(TengenException last) {
        TengenException before = retried;
        if (before == null || !last.status().equals("DEADLINE_EXCEEDED")) {
            return last;
        }
        before.addSuppressed(last);
        return before;
    }
}

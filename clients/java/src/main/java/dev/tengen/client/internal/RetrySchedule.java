package dev.tengen.client.internal;

import com.google.common.collect.Comparators;
import dev.tengen.client.error.TengenException;
import io.grpc.CallOptions;
import io.grpc.ClientStreamTracer;
import io.grpc.Deadline;
import io.grpc.Metadata;
import io.grpc.Status;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of one call: one deadline for all of them, with exponential backoff between them. A call is retried
 * while the server cannot be reached, is shutting down, or is overloaded. That is safe for every call because calls
 * that change something carry a request id. If no server was ever there, on this machine, a call fails at once: see
 * {@link Replicas#isAbsent}. After the refusal of an overloaded server, the next attempt waits at least as long as the
 * server asks for, which each further refusal doubles. Not thread-safe.
 *
 * <p>The retry policy of gRPC knows only statuses, and other errors with the same status must reach the caller at once.
 */
final class RetrySchedule {
    /** The reason of UNAVAILABLE if a server answers and reports that it is not ready. */
    static final String NOT_READY = "NOT_READY";

    private static final Duration MAX_BACKOFF = Duration.ofSeconds(1);

    /** How long before the deadline the last attempt starts if backoff would pass the deadline. */
    private static final Duration LAST_ATTEMPT = Duration.ofMillis(100);

    private static final String ANSWER_LOST = "ANSWER_LOST";

    /** Reasons of UNAVAILABLE that another attempt may not meet; empty if the error is not the server's. */
    private static final Set<String> RETRYABLE = Set.of("", "SHUTTING_DOWN", ANSWER_LOST, NOT_READY);

    private static final Set<String> UNKNOWN_OUTCOMES = Set.of("UNAVAILABLE", "DEADLINE_EXCEEDED");
    private static final String OVERLOADED = "SERVER_OVERLOADED";
    private static final int MAX_DOUBLINGS = 16;
    private static final Metadata.Key<String> PUSHBACK =
            Metadata.Key.of("grpc-retry-pushback-ms", Metadata.ASCII_STRING_MARSHALLER);

    private final Duration timeout;
    private final Deadline deadline;
    private final Backoff backoff = new Backoff(MAX_BACKOFF);
    private int attemptCount;
    private int refusalCount;
    private boolean mayBeExecuted;
    private @Nullable TengenException retried;
    private volatile boolean isSent;

    /** Creates the schedule of a call that starts now and may take {@code timeout}, all attempts together. */
    RetrySchedule(Duration timeout) {
        this.timeout = timeout;
        deadline = Deadline.after(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Returns the options of the next attempt. */
    CallOptions options() {
        isSent = false;
        return CallOptions.DEFAULT.withDeadline(deadline).withStreamTracerFactory(new SentTracer());
    }

    /** Returns the options of the next attempt, which may take {@code limit} at most. */
    CallOptions options(Duration limit) {
        return options().withDeadline(deadline.minimum(Deadline.after(limit.toNanos(), TimeUnit.NANOSECONDS)));
    }

    /** Returns how long to wait before the next attempt, or nothing if the call has failed with {@code error}. */
    Optional<Duration> delayAfter(TengenException error) {
        return delayAfter(error, Route.Next.AS_ALWAYS);
    }

    /**
     * Returns how long to wait before the next attempt, or nothing if the call has failed with {@code error}.
     *
     * @param next what the call's route says about the next attempt
     */
    Optional<Duration> delayAfter(TengenException error, Route.Next next) {
        attemptCount++;
        mayBeExecuted |= error.reason().equals(ANSWER_LOST)
                || (isSent && error.reason().isEmpty() && UNKNOWN_OUTCOMES.contains(error.status()));
        Optional<Duration> delay = nextDelay(error, next);
        if (delay.isPresent()) {
            retried = error;
        }
        return delay;
    }

    private Optional<Duration> nextDelay(TengenException error, Route.Next next) {
        Duration left = Duration.ofNanos(deadline.timeRemaining(TimeUnit.NANOSECONDS));
        if (next == Route.Next.NEVER) {
            return Optional.empty();
        }
        if (next == Route.Next.NOW) {
            return Optional.of(Duration.ZERO).filter(delay -> delay.compareTo(left) < 0);
        }
        boolean isRetryable = error.status().equals("UNAVAILABLE") && RETRYABLE.contains(error.reason());
        if (isRetryable || next == Route.Next.LATER) {
            // The last attempt starts before the deadline, so that the call uses its time.
            return Optional.of(Comparators.min(backoff.next(), left.minus(LAST_ATTEMPT)))
                    .filter(delay -> delay.compareTo(Duration.ZERO) > 0);
        }
        return error.reason().equals(OVERLOADED)
                ? pushback(error).filter(delay -> delay.compareTo(left) < 0)
                : Optional.empty();
    }

    private Optional<Duration> pushback(TengenException error) {
        int doublings = Math.min(refusalCount++, MAX_DOUBLINGS);
        return Optional.ofNullable(Status.trailersFromThrowable(error))
                .map(trailers -> trailers.get(PUSHBACK))
                .map(millis -> Duration.ofMillis(Long.parseLong(millis)))
                .map(asked ->
                        Comparators.min(asked.multipliedBy(1L << doublings), Comparators.max(asked, MAX_BACKOFF)));
    }

    /** Returns how long the call may take, all attempts together. */
    Duration timeout() {
        return timeout;
    }

    /** Returns the number of attempts that have failed. */
    int attemptCount() {
        return attemptCount;
    }

    /** Returns whether the server may have executed the call in an attempt that has failed. */
    boolean mayBeExecuted() {
        return mayBeExecuted;
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

    /** Records whether a request reaches a connection. */
    private final class SentTracer extends ClientStreamTracer.Factory {
        @Override
        public ClientStreamTracer newClientStreamTracer(ClientStreamTracer.StreamInfo info, Metadata headers) {
            return new ClientStreamTracer() {
                @Override
                public void outboundHeaders() {
                    isSent = true;
                }
            };
        }
    }
}

package dev.tengen.client.internal;

import dev.tengen.client.error.TengenException;
import io.grpc.MethodDescriptor;
import java.time.Duration;
import java.util.function.Function;

/**
 * A call that is ready to be made. The blocking and the asynchronous client make the same calls.
 *
 * @param <Q> type of the request
 * @param <R> type of the response
 * @param <T> type of the result that a caller gets
 * @param method the RPC
 * @param request the request
 * @param converter converts the response to the result
 * @param fallback converts a failure to a result, or throws it
 * @param extraTime how long the call may take beyond the connection's deadline
 */
public record Call<Q, R, T>(
        MethodDescriptor<Q, R> method,
        Q request,
        Function<R, T> converter,
        Function<TengenException, T> fallback,
        Duration extraTime) {
    private static final Duration MAX_EXTRA_TIME = Duration.ofDays(1);

    /** Creates a call with the connection's deadline. */
    public Call(
            MethodDescriptor<Q, R> method, Q request, Function<R, T> converter, Function<TengenException, T> fallback) {
        this(method, request, converter, fallback, Duration.ZERO);
    }

    /** Creates a call with the connection's deadline. Every failure is thrown. */
    public Call(MethodDescriptor<Q, R> method, Q request, Function<R, T> converter) {
        this(method, request, converter, error -> {
            throw error;
        });
    }

    /**
     * Returns this call with {@code time} added to its deadline, at most a day: the time that the server may work on
     * it.
     */
    public Call<Q, R, T> withExtraTime(Duration time) {
        Duration extra = time.compareTo(MAX_EXTRA_TIME) < 0 ? time : MAX_EXTRA_TIME;
        return new Call<>(method, request, converter, fallback, extra);
    }

    /** Returns this call with {@code next} applied to its result. */
    public <U> Call<Q, R, U> map(Function<? super T, U> next) {
        return new Call<>(
                method,
                request,
                response -> next.apply(converter.apply(response)),
                error -> next.apply(fallback.apply(error)),
                extraTime);
    }
}

package dev.tengen.client.internal;

import com.google.common.collect.Comparators;
import dev.tengen.client.error.TengenException;
import io.grpc.MethodDescriptor;
import java.time.Duration;
import java.util.List;
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

    /** Creates a call with the connection's deadline. Every failure is thrown. */
    public Call(MethodDescriptor<Q, R> method, Q request, Function<R, T> converter) {
        this(
                method,
                request,
                converter,
                error -> {
                    throw error;
                },
                Duration.ZERO);
    }

    /**
     * Returns this call with {@code time} added to its deadline, at most a day: the time that the server may work on
     * it.
     */
    public Call<Q, R, T> withExtraTime(Duration time) {
        return new Call<>(method, request, converter, fallback, Comparators.min(time, MAX_EXTRA_TIME));
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

    /**
     * A page of a list.
     *
     * @param <T> type of the items
     * @param items items of the list
     * @param nextToken token of the next page; empty if there is none
     */
    public record Page<T>(List<T> items, String nextToken) {}
}

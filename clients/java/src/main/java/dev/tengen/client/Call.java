package dev.tengen.client;

import io.grpc.MethodDescriptor;
import java.time.Duration;
import java.util.function.Function;

/**
 * A call ready to be made: what is sent, what the answer means, and what a failure means. Both clients make the same
 * calls.
 *
 * @param <Q> the type of the request
 * @param <R> the type of the answer
 * @param <T> what a caller gets
 * @param method which call it is
 * @param request what is sent
 * @param meaning turns the answer into what the caller gets
 * @param fallback turns a failure into what the caller gets, or throws it
 * @param moreTime how long it may take beyond the time of every call
 */
record Call<Q, R, T>(
        MethodDescriptor<Q, R> method,
        Q request,
        Function<R, T> meaning,
        Function<TengenException, T> fallback,
        Duration moreTime) {
    private static final Duration GREATEST_MORE_TIME = Duration.ofDays(1);

    /** Makes a call that takes no longer than others. */
    Call(MethodDescriptor<Q, R> method, Q request, Function<R, T> meaning, Function<TengenException, T> fallback) {
        this(method, request, meaning, fallback, Duration.ZERO);
    }

    /** Makes a call of which every failure is thrown. */
    Call(MethodDescriptor<Q, R> method, Q request, Function<R, T> meaning) {
        this(method, request, meaning, error -> {
            throw error;
        });
    }

    /** Returns the same call for a server that was asked to work on it for {@code time}. */
    Call<Q, R, T> within(Duration time) {
        Duration more = time.compareTo(GREATEST_MORE_TIME) < 0 ? time : GREATEST_MORE_TIME;
        return new Call<>(method, request, meaning, fallback, more);
    }

    /** Returns the same call for a caller who gets what {@code next} makes of the answer. */
    <U> Call<Q, R, U> map(Function<? super T, U> next) {
        return new Call<>(
                method,
                request,
                answer -> next.apply(meaning.apply(answer)),
                error -> next.apply(fallback.apply(error)),
                moreTime);
    }
}

package dev.tengen.client;

import io.grpc.MethodDescriptor;
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
 */
record Call<Q, R, T>(
        MethodDescriptor<Q, R> method, Q request, Function<R, T> meaning, Function<TengenException, T> fallback) {
    /** Makes a call of which every failure is thrown. */
    Call(MethodDescriptor<Q, R> method, Q request, Function<R, T> meaning) {
        this(method, request, meaning, error -> {
            throw error;
        });
    }

    /** Returns the same call for a caller who gets what {@code next} makes of the answer. */
    <U> Call<Q, R, U> map(Function<? super T, U> next) {
        return new Call<>(
                method,
                request,
                answer -> next.apply(meaning.apply(answer)),
                error -> next.apply(fallback.apply(error)));
    }
}

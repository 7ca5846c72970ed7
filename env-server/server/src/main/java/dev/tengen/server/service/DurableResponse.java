package dev.tengen.server.service;

import java.util.concurrent.CompletableFuture;

/**
 * A response, and the write to the store after which it may be sent.
 *
 * @param response the response
 * @param durable completes when what the response says is on disk; exceptionally if it could not be stored
 * @param <R> the type of the response
 */
record DurableResponse<R>(R response, CompletableFuture<?> durable) {
    private static final CompletableFuture<?> NOTHING_TO_WRITE = CompletableFuture.completedFuture(null);

    /** Returns what has completed, because nothing has to be stored. */
    static CompletableFuture<?> nothingToWrite() {
        return NOTHING_TO_WRITE;
    }

    /** Returns a response that may be sent at once. */
    static <R> DurableResponse<R> of(R response) {
        return new DurableResponse<>(response, NOTHING_TO_WRITE);
    }
}

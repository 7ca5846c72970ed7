package dev.tengen.server.service;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * The result of a call that opened a session, and what is kept for retries.
 *
 * @param response the response
 * @param again makes an equal response from what is kept
 * @param keptBytes the size in memory of what is kept, in bytes
 * @param durable completes when the session is stored
 * @param undo closes the session, because its response cannot be kept, or its client has gone; has no effect the second
 *     time
 * @param <R> the type of the response
 */
record OpenedCall<R>(R response, Supplier<R> again, long keptBytes, CompletableFuture<?> durable, Runnable undo) {}

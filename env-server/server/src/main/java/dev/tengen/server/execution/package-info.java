/**
 * Execution of calls, shared by sessions, batches, trees, self-plays and analyses: executors, quotas, hooks for the end
 * of streams, and the listener that counts. The streams themselves, with their flow control, are in {@code service}.
 *
 * <p>Start reading at {@link dev.tengen.server.execution.BlockingPolicy}, which decides what runs where.
 */
package dev.tengen.server.execution;

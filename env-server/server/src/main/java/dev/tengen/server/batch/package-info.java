/**
 * Batches: environments that live as long as a stream and are stepped together, and the quota of their lanes. The
 * stream itself, with its flow control, is in {@code service}.
 *
 * <p>Start reading at {@link dev.tengen.server.batch.Batch}.
 */
package dev.tengen.server.batch;

/**
 * Batches: environments that live as long as a stream and are stepped together, and the limit on their lanes. The
 * stream itself, with its flow control, is not here but in {@code service}.
 *
 * <p>Start reading at {@link dev.tengen.server.batch.Batch}.
 */
package dev.tengen.server.batch;

/**
 * Batches: environments that live as long as a stream and are stepped together, the limit on their lanes, and the threads
 * that carry them out. The stream itself, with its flow control, is not here but in {@code service}.
 *
 * <p>Start reading at {@link dev.tengen.server.batch.Batch}.
 */
package dev.tengen.server.batch;

/**
 * Batches: many environments that are stepped together over one stream.
 *
 * <p>Start reading at {@link dev.tengen.client.batch.TengenBatch}.
 */
package dev.tengen.client.batch;

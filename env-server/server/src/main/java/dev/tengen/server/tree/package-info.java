/**
 * Forests: trees of positions that live as long as a stream and that a search expands, and the quotas on them. The
 * stream itself, with its flow control, is in {@code service}.
 *
 * <p>Start reading at {@link dev.tengen.server.tree.Forest}.
 */
package dev.tengen.server.tree;

/**
 * Errors of calls in core terms: a {@link dev.tengen.server.error.Reason} and a message with details for programs.
 *
 * <p>Every other package of the server may throw them. {@code convert} turns them into gRPC statuses.
 */
package dev.tengen.server.error;

/**
 * The server as a whole: configuration, assembly, start and stop.
 *
 * <p>No other package of the server depends on this one. Packages depend one way, each only on those before it:
 * {@code error} (errors of calls); {@code execution} (executors, quotas, draining); {@code session}, {@code batch},
 * {@code tree} and {@code analysis} (environments that outlive a call, that live as long as a stream, trees of
 * positions, searches), which speak core types and do not know each other; {@code convert} (messages to core types and
 * back, errors to status); {@code service} (one class for each gRPC service). {@code metrics} counts what they do, and
 * {@code http} serves it. Generated messages are built and read in {@code convert} and {@code service} only.
 *
 * <p>Start reading at {@link dev.tengen.server.TengenServer}.
 */
package dev.tengen.server;

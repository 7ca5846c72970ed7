/**
 * The server as a whole: configuration, assembly, start and stop.
 *
 * <p>The packages of the server depend one way. The page on the architecture in {@code docs/design} lists them in their
 * order; a test holds it. Of them only {@code embedded}, the server inside another process, depends on this one.
 * {@code session}, {@code batch}, {@code tree} and {@code analysis} speak core types and do not know each other;
 * messages are built and read in {@code convert} and {@code service} only.
 *
 * <p>Start reading at {@link dev.tengen.server.TengenServer}.
 */
package dev.tengen.server;

/**
 * {@code tengen gtp}: an engine of the Go Text Protocol, version 2, on standard input and output.
 *
 * <p>{@link dev.tengen.cli.gtp.Engine} reads and answers; {@link dev.tengen.cli.gtp.EngineGame} is its board; each class
 * named {@code ...Commands} holds some of the commands. The text of commands and responses, and the other side of the
 * protocol, are in {@code dev.tengen.gtp}.
 */
package dev.tengen.cli.gtp;

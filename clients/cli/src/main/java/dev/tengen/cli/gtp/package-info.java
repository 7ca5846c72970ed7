/**
 * {@code tengen gtp}: an engine of the Go Text Protocol, version 2, on standard input and output.
 *
 * <p>{@link dev.tengen.cli.gtp.Engine} reads commands and responds. {@link dev.tengen.cli.gtp.EngineGame} is its board.
 * Each class called {@code ...Commands} has some of the commands. The format of commands and responses, and the
 * controller side of the protocol, are in {@code dev.tengen.gtp}.
 */
package dev.tengen.cli.gtp;

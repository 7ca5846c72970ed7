/**
 * The Go Text Protocol, version 2: commands and responses as text, for the side that asks and the side that answers.
 *
 * <p>A vertex is what {@link dev.tengen.board.Grid#name(int)} writes and {@link dev.tengen.board.Grid#point(String)} reads,
 * the pass included. Processes are not here but in {@code dev.tengen.gtp.driver}. Start reading at {@link
 * dev.tengen.gtp.GtpCommand}.
 */
package dev.tengen.gtp;

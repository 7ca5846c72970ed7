/**
 * The Go Text Protocol, version 2: commands and responses as text, for controllers and for engines.
 *
 * <p>Vertices, the pass included, are written by {@link dev.tengen.board.Grid#name(int)} and read by
 * {@link dev.tengen.board.Grid#point(String)}. Engine processes are in {@code dev.tengen.gtp.driver}. Start reading at
 * {@link dev.tengen.gtp.GtpCommand}.
 */
package dev.tengen.gtp;

/**
 * {@code tengen play}: a board to try the rules on.
 *
 * <p>{@link dev.tengen.cli.play.BoardSession} is the state and {@link dev.tengen.cli.play.CommandInterpreter} executes
 * commands on it, both as text. {@link dev.tengen.cli.play.LineUi} reads and prints lines. The core decides what is
 * legal, captured and scored.
 */
package dev.tengen.cli.play;

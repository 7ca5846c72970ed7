/**
 * {@code tengen play}: a board to try the rules on. There is one model and two user interfaces.
 *
 * <p>{@link dev.tengen.cli.play.BoardSession} is the state and {@link dev.tengen.cli.play.CommandInterpreter} executes
 * commands on it, both as text. {@link dev.tengen.cli.play.LineUi} reads and prints lines. {@link
 * dev.tengen.cli.play.ScreenUi} draws on a terminal and turns keys into the same commands. The core decides what is
 * legal, captured and scored.
 */
package dev.tengen.cli.play;

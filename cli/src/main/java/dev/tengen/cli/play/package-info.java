/**
 * A board to try rules on: one model, which takes commands as text and answers in words, and two faces that show it.
 *
 * <p>{@link dev.tengen.cli.play.Commands} is the model's door, {@link dev.tengen.cli.play.Table} its state. {@link
 * dev.tengen.cli.play.LineFace} reads and prints lines; {@link dev.tengen.cli.play.ScreenFace} draws on a terminal and
 * turns keys into the same commands. What is legal, captured or scored is always the core's word.
 */
package dev.tengen.cli.play;

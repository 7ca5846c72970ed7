/**
 * Openings: the positions that games of the arena start from, so that players who always move alike do not always play the
 * same game.
 *
 * <p>Who plays them, and with which color, is not here. Start reading at {@link dev.tengen.arena.opening.Opening}.
 */
package dev.tengen.arena.opening;

/**
 * Openings: the positions that arena games start from, so that deterministic players do not always play the same game.
 *
 * <p>The pairing decides who plays them. Start reading at {@link dev.tengen.arena.opening.Opening}.
 */
package dev.tengen.arena.opening;

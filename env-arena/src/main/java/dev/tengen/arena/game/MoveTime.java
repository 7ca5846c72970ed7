package dev.tengen.arena.game;

import dev.tengen.arena.clock.TimeLeft;

/**
 * The time of a move.
 *
 * @param usedNanos nanoseconds from the offer to the answer; 0 for a move of the opening
 * @param left what the mover's clock has left after it; all zero where there is no limit
 */
public record MoveTime(long usedNanos, TimeLeft left) {}

package dev.tengen.arena.game;

import dev.tengen.arena.clock.TimeLeft;

/**
 * The time of a move.
 *
 * @param usedNanos the nanoseconds from the offer to the answer; 0 for a move of the opening
 * @param left the time left on the clock after the move; all zero without a time limit
 */
public record MoveTime(long usedNanos, TimeLeft left) {}

package dev.tengen.arena.game;

import dev.tengen.base.InvalidValueException;

/**
 * The rule by which a player resigns: its win probability was below a limit at a number of its moves in a row. A move
 * without a win probability interrupts the row, so the rule never applies to a player that gives none.
 *
 * @param below the limit of the win probability, {@value #MIN_LIMIT} to 0.5
 * @param moveCount the number of the player's own moves in a row, 1 to {@value #MAX_MOVE_COUNT}
 * @param fromMove the move number of the game from which on the rule applies, 0 or more
 * @param bothAgree whether the opponent's win probability must also have been above one minus the limit at as many of
 *     its last moves
 */
public record ResignRule(double below, int moveCount, int fromMove, boolean bothAgree) {
    /** The smallest limit of the win probability. */
    public static final double MIN_LIMIT = 0.0001;

    /** The maximum number of moves in a row. */
    public static final int MAX_MOVE_COUNT = 1000;

    /**
     * Creates a rule.
     *
     * @throws InvalidValueException if a value is out of range
     */
    public ResignRule {
        InvalidValueException.requireWithin("below", below, MIN_LIMIT, 0.5);
        InvalidValueException.requireWithin("move_count", moveCount, 1, MAX_MOVE_COUNT);
        InvalidValueException.requireWithin("from_move", fromMove, 0, DrawRule.MAX_FROM_MOVE);
    }
}

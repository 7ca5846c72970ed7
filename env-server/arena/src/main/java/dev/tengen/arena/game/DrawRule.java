package dev.tengen.arena.game;

import dev.tengen.base.InvalidValueException;
import dev.tengen.env.EnvironmentSpec;

/**
 * The rule by which a game is a draw: at a number of moves in a row, those of both players, the win probability was
 * close to one half. A move without a win probability interrupts the row. The rule needs a whole komi, as other games
 * cannot end in a draw.
 *
 * @param margin the largest distance of the win probability from one half, 0 to {@value #MAX_MARGIN}
 * @param moveCount the number of moves in a row, 2 to {@value ResignRule#MAX_MOVE_COUNT}
 * @param fromMove the move number of the game from which on the rule applies, 0 or more
 */
public record DrawRule(double margin, int moveCount, int fromMove) {
    /** The largest distance from one half. */
    public static final double MAX_MARGIN = 0.25;

    /** The greatest move number. */
    static final int MAX_FROM_MOVE = EnvironmentSpec.GREATEST_MAX_MOVES;

    /**
     * Creates a rule.
     *
     * @throws InvalidValueException if a value is out of range
     */
    public DrawRule {
        InvalidValueException.requireWithin("margin", margin, 0.0, MAX_MARGIN);
        InvalidValueException.requireWithin("move_count", moveCount, 2, ResignRule.MAX_MOVE_COUNT);
        InvalidValueException.requireWithin("from_move", fromMove, 0, MAX_FROM_MOVE);
    }
}

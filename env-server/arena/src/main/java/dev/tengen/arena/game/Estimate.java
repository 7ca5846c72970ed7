package dev.tengen.arena.game;

import dev.tengen.base.InvalidValueException;
import java.util.OptionalDouble;

/**
 * A player's estimate of a position in which it is to move.
 *
 * @param winProbability the probability that the player wins, in [0, 1], where a draw counts as half a win; empty if
 *     unknown
 * @param scoreLead the points by which the player expects to win, negative if it expects to lose; empty if unknown
 */
public record Estimate(OptionalDouble winProbability, OptionalDouble scoreLead) {
    /** No estimate. */
    public static final Estimate UNKNOWN = new Estimate(OptionalDouble.empty(), OptionalDouble.empty());

    /** The largest score lead of either sign. */
    public static final double MAX_SCORE_LEAD = 10_000;

    /**
     * Creates an estimate.
     *
     * @throws InvalidValueException if a value is out of range or not a number
     */
    public Estimate {
        winProbability.ifPresent(value -> InvalidValueException.requireWithin("win_probability", value, 0.0, 1.0));
        scoreLead.ifPresent(
                value -> InvalidValueException.requireWithin("score_lead", value, -MAX_SCORE_LEAD, MAX_SCORE_LEAD));
    }
}

package dev.tengen.search;

import dev.tengen.base.InvalidValueException;

/**
 * A temperature for each move of a game. It is {@code early} in the first moves and then decays to {@code late}, by
 * half of what is left in each half-life. Immutable.
 *
 * <p>AlphaZero samples the first 30 moves at temperature 1 and plays the best move afterwards: {@code new
 * Temperature(1, 0, 30, 0)}. KataGo lets temperatures decay from the first move.
 *
 * @param early the temperature of the first moves, from 0 to 100
 * @param late the temperature that later ones approach, from 0 to 100
 * @param earlyMoveCount the number of moves with the early temperature, from 0 to 1,000,000
 * @param halfLife the half-life in moves, from 0 to 1,000,000; 0 changes the temperature at once
 */
public record Temperature(double early, double late, int earlyMoveCount, double halfLife) {
    private static final double GREATEST = 100;
    private static final int MOST_MOVES = 1_000_000;

    /**
     * Creates a schedule.
     *
     * @throws InvalidValueException if a value is out of range
     */
    public Temperature {
        InvalidValueException.requireWithin("temperature.early", early, 0, GREATEST);
        InvalidValueException.requireWithin("temperature.late", late, 0, GREATEST);
        InvalidValueException.requireWithin("temperature.early_move_count", earlyMoveCount, 0, MOST_MOVES);
        InvalidValueException.requireWithin("temperature.half_life", halfLife, 0, MOST_MOVES);
    }

    /** Returns the schedule that has {@code temperature} at all moves. */
    public static Temperature constant(double temperature) {
        return new Temperature(temperature, temperature, 0, 0);
    }

    /** Returns the temperature of the move after {@code moveNumber} moves. */
    public double at(int moveNumber) {
        if (moveNumber < earlyMoveCount) {
            return early;
        }
        double share = halfLife == 0 ? 0 : StrictMath.pow(0.5, (moveNumber - earlyMoveCount) / halfLife);
        return late + (early - late) * share;
    }
}

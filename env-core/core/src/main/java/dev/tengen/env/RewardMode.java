package dev.tengen.env;

/**
 * The rewards of an episode. Without penalties, White's reward is minus Black's.
 *
 * <p>A <em>forfeit</em> is an end that the score does not decide: a resignation, a loss by an illegal action or by a
 * repetition, or a failure of the opponent. It pays the loser the worse of minus the number of points and the loser's
 * own margin in the last position. So nobody gains by giving up, not even a loser who is behind by more than the number
 * of points, as a large komi allows.
 *
 * <p>A truncated episode is not decided. Except under {@link #AREA_DELTA}, it pays 0, or the score of the last position
 * if the spec asks for it.
 */
public enum RewardMode {
    /** At the end, +1 for the winner and -1 for the loser; 0 for both at a tie. */
    WIN,

    /** At the end, the margin; 0 if a repetition ends the game as a tie; the worse of two losses at a forfeit. */
    MARGIN,

    /** What {@link #MARGIN} pays, divided by the number of points. A forfeit pays the loser -1 or less. */
    MARGIN_PER_POINT,

    /**
     * At each move, the change of the margin. The first payment also includes the margin of the starting position. So
     * the rewards of an episode add up to the margin of its last position, whether passes ended it or it was truncated.
     * They add up to 0 if a repetition ends the game as a tie, and to what {@link #MARGIN} pays at a forfeit.
     */
    AREA_DELTA
}

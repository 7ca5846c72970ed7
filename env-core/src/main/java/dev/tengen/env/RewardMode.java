package dev.tengen.env;

/** The rewards of an episode. Without penalties, White's reward is minus Black's. */
public enum RewardMode {
    /** At the end, +1 for the winner and -1 for the loser; 0 for both at a tie. */
    WIN,

    /** At the end, the margin. A resignation or a loss by an illegal action gives plus or minus the number of points. */
    MARGIN,

    /** At the end, the margin divided by the number of points. A resignation or a loss by an illegal action gives +1 or -1. */
    MARGIN_PER_POINT,

    /**
     * At each move, the change of the margin. The first move also includes the margin of the starting position, so the rewards of an
     * episode add up to the final margin. With a resignation or a loss by an illegal action they add up to plus or minus the number
     * of points.
     */
    AREA_DELTA
}

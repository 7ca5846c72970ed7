package dev.tengen.env;

/** What an episode pays. Penalties apart, White's reward is minus Black's. */
public enum RewardMode {
    /** At the end +1 to the winner and -1 to the loser, 0 and 0 for a tie. */
    WIN,

    /** At the end the margin; a resignation or a lost illegal action pays plus or minus the count of points. */
    MARGIN,

    /** At the end the margin divided by the count of points; a resignation or a lost illegal action pays +1 or -1. */
    MARGIN_PER_POINT,

    /**
     * At each move the change of the margin, so that the rewards of an episode add up to the final margin; the first
     * move also pays the margin of the start. A resignation or a lost illegal action makes them add up to plus or minus
     * the count of points.
     */
    AREA_DELTA
}

package dev.tengen.client.env;

/** What an episode pays. See docs/reference/environment.md for the exact definitions. */
public enum RewardMode {
    /** +1 and -1 at the end, 0 for a tie. */
    WIN,
    /**
     * The score margin at the end. A resignation or another forfeit pays the loser the worse of minus the number of
     * points and the loser's own margin.
     */
    MARGIN,
    /** What {@link #MARGIN} pays, divided by the number of points. */
    MARGIN_PER_POINT,
    /**
     * The change of the margin at each move. The rewards of an episode add up to the margin of its last position, also
     * if it was truncated; after a forfeit, to what {@link #MARGIN} pays.
     */
    AREA_DELTA
}

package dev.tengen.client.env;

/** What an episode pays. See docs/reference/environment.md for the exact definitions. */
public enum RewardMode {
    /** +1 and -1 at the end, 0 for a tie. */
    WIN,
    /** The score margin at the end. */
    MARGIN,
    /** The score margin at the end, divided by the number of points. */
    MARGIN_PER_POINT,
    /** The change of the margin at each move. */
    AREA_DELTA
}

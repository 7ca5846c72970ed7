package dev.tengen.client;

/** What an episode pays; docs/reference/environment.md says exactly what each means. */
public enum RewardMode {
    /** +1 and -1 at the end, 0 for a tie. */
    WIN,
    /** The margin at the end. */
    MARGIN,
    /** The margin divided by the count of points at the end. */
    MARGIN_PER_POINT,
    /** The change of the margin at each move. */
    AREA_DELTA
}

package dev.tengen.client;

/** What points are. */
public enum ScoringRule {
    /** Stones, and empty points that reach one color only. */
    AREA,
    /** Empty points that reach one color only, and prisoners. */
    TERRITORY
}

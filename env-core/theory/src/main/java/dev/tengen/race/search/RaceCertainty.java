package dev.tengen.race.search;

/** How certain the result of a search is. */
public enum RaceCertainty {
    /**
     * Proven, and independent of the rule about repetition: the result is the same on every board that contains this
     * race.
     */
    EXACT,

    /**
     * Proven for the race alone under positional superko, without ko threats elsewhere. A ko decides the result, so it
     * can differ on a whole board.
     */
    KO_CONDITIONAL,

    /** A limit was reached, or the race is too large. There is no result. */
    UNKNOWN
}

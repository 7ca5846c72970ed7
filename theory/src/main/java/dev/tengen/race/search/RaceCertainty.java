package dev.tengen.race.search;

/** How far the answer of a search can be trusted. */
public enum RaceCertainty {
    /** Proven, and no rule about repetition has a part in the result: it is the same on every board that has this race. */
    EXACT,

    /**
     * Proven for the race alone under positional superko, with no ko threat elsewhere. A ko decides the result, so that on a
     * whole board it can be another.
     */
    KO_CONDITIONAL,

    /** A limit was reached, or the race is too large. Nothing is said. */
    UNKNOWN
}

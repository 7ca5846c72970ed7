package dev.tengen.race.layout;

/** The kind of the regions of a race, which determines how it can be counted. */
public enum RaceClass {
    /** Only plain liberties. */
    ZERO,
    /** Plain liberties, and at least one plain eye. */
    ONE,
    /** Liberties that are not plain: sums of local games. */
    LOCAL,
    /** An eye that is not plain, so that only a search can decide the race. */
    OTHER
}

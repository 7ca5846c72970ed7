package dev.tengen.race.layout;

/** Of what kind the regions of a race are, which tells how it can be counted. */
public enum RaceClass {
    /** Plain liberties alone. */
    ZERO,
    /** Plain liberties, and at least one plain eye. */
    ONE,
    /** Liberties that are not plain: sums of local games. */
    LOCAL,
    /** An eye that is not plain, so that only a search tells. */
    OTHER
}

package dev.tengen.race;

/** How a race was decided. Each method is exact if it gives a result. */
public enum RaceMethod {
    /** By counting liberties: all of them are plain, and each chain has at most one eye. */
    FORMULA,
    /** By combinatorial game theory: the value of some region differs from a count of its liberties. */
    CGT,
    /** By exhaustive search. */
    SEARCH
}

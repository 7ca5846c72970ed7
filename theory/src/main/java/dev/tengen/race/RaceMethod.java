package dev.tengen.race;

/** How a race was decided. Each way is exact where it answers. */
public enum RaceMethod {
    /** By counting liberties: all of them are plain, with at most one eye for each chain. */
    FORMULA,
    /** By combinatorial game theory: some region is worth more or less than a count of its liberties. */
    CGT,
    /** By trying all moves. */
    SEARCH
}

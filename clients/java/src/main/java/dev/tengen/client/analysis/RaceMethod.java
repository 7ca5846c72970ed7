package dev.tengen.client.analysis;

/** The method that proved the status of a capturing race. */
public enum RaceMethod {
    /** No method did. */
    NONE,
    /** Counting liberties. */
    FORMULA,
    /** Combinatorial game theory. */
    CGT,
    /** Search of all moves. */
    SEARCH,
    /** A method that this client is too old to know. */
    UNKNOWN
}

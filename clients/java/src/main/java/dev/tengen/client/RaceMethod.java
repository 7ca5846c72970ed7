package dev.tengen.client;

/** What proved how a capturing race stands. */
public enum RaceMethod {
    /** Nothing did. */
    NONE,
    /** Counting of liberties. */
    FORMULA,
    /** Combinatorial game theory. */
    CGT,
    /** Search of all moves. */
    SEARCH,
    /** A method that this client is too old to know. */
    UNKNOWN
}

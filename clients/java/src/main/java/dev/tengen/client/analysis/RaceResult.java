package dev.tengen.client.analysis;

/** The result of a capturing race under perfect play by both. */
public enum RaceResult {
    /** White's essential chain is captured. */
    BLACK_CAPTURES,
    /** Neither can capture. */
    SEKI,
    /** Black's essential chain is captured. */
    WHITE_CAPTURES,
    /** A result that this client is too old to know. */
    UNKNOWN
}

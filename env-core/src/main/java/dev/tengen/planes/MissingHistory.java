package dev.tengen.planes;

/** What stands in the planes of boards from before the start. */
public enum MissingHistory {
    /** The encoding shows the present board only. */
    NONE,

    /** Zeros. */
    ZEROS,

    /** The board of the start, again and again. */
    OLDEST_BOARD
}

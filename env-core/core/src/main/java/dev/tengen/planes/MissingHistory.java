package dev.tengen.planes;

/** The contents of the planes of boards before the start of the game. */
public enum MissingHistory {
    /** The encoding shows the present board only. */
    NONE,

    /** Zeros. */
    ZEROS,

    /** The starting board, repeated. */
    OLDEST_BOARD
}

package dev.tengen.client;

/** How a tournament stands. */
public enum TournamentState {
    /** Games are played, or wait for players. */
    RUNNING,
    /** All games have ended. */
    ENDED,
    /** It was cancelled. */
    CANCELLED,
    /** It cannot go on; the server's log says why. */
    FAILED,
    /** A later server knows of another state. */
    UNKNOWN
}

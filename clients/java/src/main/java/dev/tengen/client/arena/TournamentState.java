package dev.tengen.client.arena;

/** The state of a tournament. */
public enum TournamentState {
    /** Games are in progress or wait for players. */
    RUNNING,
    /** All games have ended. */
    ENDED,
    /** It was cancelled. */
    CANCELLED,
    /** It failed and cannot continue. The server's log has the cause. */
    FAILED,
    /** A state that this client is too old to know. */
    UNKNOWN
}

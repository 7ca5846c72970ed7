package dev.tengen.arena.store;

/** The state of a tournament. Games are planned and started only while it is open. */
public enum TournamentState {
    /** The tournament is in progress. */
    OPEN,
    /** All games are over. */
    ENDED,
    /** The tournament was cancelled. */
    CANCELLED
}

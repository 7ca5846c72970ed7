package dev.tengen.arena.store;

/** How a tournament stands. Only an open one has games planned and started. */
public enum TournamentState {
    /** It goes on. */
    OPEN,
    /** Every game is over. */
    ENDED,
    /** It was given up. */
    CANCELLED
}

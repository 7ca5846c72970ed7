package dev.tengen.arena.store;

/** The state of a game. */
public enum GameState {
    /** No worker plays the game. */
    PLANNED,
    /** A worker with a valid lease has claimed the game. */
    RUNNING,
    /** The result is recorded. */
    ENDED
}

package dev.tengen.arena.store;

/** The state of a game. */
public enum GameState {
    /** The game has not started. */
    PLANNED,
    /** The game has started. If its process died, see {@link ArenaStore#replan}. */
    RUNNING,
    /** The result is recorded. */
    ENDED
}

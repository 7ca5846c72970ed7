package dev.tengen.arena.store;

/** How far a game has come. */
public enum GameState {
    /** It waits for its start. */
    PLANNED,
    /** Somebody plays it, or died over it: see {@link ArenaStore#replan}. */
    RUNNING,
    /** Its result is recorded. */
    ENDED
}

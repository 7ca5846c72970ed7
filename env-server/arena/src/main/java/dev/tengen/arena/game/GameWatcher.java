package dev.tengen.arena.game;

/** Watches a game. */
@FunctionalInterface
public interface GameWatcher {
    /**
     * Called when watching begins, after each move, and last at the end of the game. Calls are sequential and run in
     * the threads of the players, which wait, so this must return quickly. A watcher that throws is removed.
     */
    void see(GameView view);
}

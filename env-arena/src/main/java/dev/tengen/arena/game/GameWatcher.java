package dev.tengen.arena.game;

/** Looks on at a game. */
@FunctionalInterface
public interface GameWatcher {
    /**
     * Is told how the game stands: when it begins to watch, after each move, and, as the last call of all, at the end. One call
     * comes after the other, in threads of the players, who wait: it takes little time. A watcher that throws is told nothing
     * more.
     */
    void see(GameView view);
}

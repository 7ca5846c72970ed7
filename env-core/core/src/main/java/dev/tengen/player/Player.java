package dev.tengen.player;

import dev.tengen.base.SplitMix64;
import dev.tengen.game.Game;

/** Chooses moves. Not thread-safe: an instance may keep scratch space. */
public interface Player {
    /** The value that {@link #chooseMove} returns to resign. */
    int RESIGN = -2;

    /**
     * Returns a legal move (a point or the pass) or {@link #RESIGN} for the player to move in {@code game}, which must
     * not be over. The game is unchanged when this returns.
     *
     * <p>Built-in players take all randomness from {@code random}: the same game and the same state of {@code random}
     * give the same move. External programs use their own.
     *
     * @throws PlayerException if the player fails; of the built-in players only the oracle can
     * @throws java.util.concurrent.CancellationException if the thread is interrupted while a built-in player searches
     */
    int chooseMove(Game game, SplitMix64 random);

    /**
     * Returns whether the player can continue a game after moves were taken back. Built-in players can: they read the
     * game at each move.
     */
    default boolean canUndo() {
        return true;
    }

    /** Releases external resources. The player must not be used afterwards. */
    default void close() {}
}

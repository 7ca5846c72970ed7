package dev.tengen.player;

import dev.tengen.board.SplitMix64;
import dev.tengen.game.Game;

/** Chooses moves. An instance may keep scratch space of its own, so it is not thread-safe. */
public interface Player {
    /** What {@link #chooseMove} returns where the player resigns. */
    int RESIGN = -2;

    /**
     * Returns a legal move, a point or the pass, or {@link #RESIGN}, for the player to move in {@code game}, which must
     * not be over. The game is as it was when this returns. All chance of a built-in player is drawn from {@code random}:
     * the same game and the same state of {@code random} give the same move. A player that is another program draws its
     * own, and may throw {@link PlayerException}.
     */
    int chooseMove(Game game, SplitMix64 random);

    /** Lets go of what the player holds outside of memory; it must not be asked for a move afterwards. */
    default void close() {}
}

package dev.tengen.player;

import dev.tengen.board.SplitMix64;
import dev.tengen.game.Game;

/** Chooses moves. An instance may keep scratch space of its own, so it is not thread-safe. */
public interface Player {
    /**
     * Returns a legal move, a point or the pass, for the player to move in {@code game}, which must not be over. The
     * game is as it was when this returns. All chance is drawn from {@code random}: the same game and the same state of
     * {@code random} give the same move.
     */
    int chooseMove(Game game, SplitMix64 random);
}

package dev.tengen.player;

import dev.tengen.base.SplitMix64;
import dev.tengen.game.Game;
import java.util.function.Consumer;

/** A player whose search can be watched while it chooses a move. */
public interface SearchingPlayer extends Player {
    /**
     * Chooses a move and calls {@code listener} after each playout. There is no call if the player needs no search to
     * choose. If the filter admits all moves, the choice is that of {@link #chooseMove(Game, SplitMix64)} with the same
     * random numbers.
     *
     * @param filter the moves that the search may try; if it excludes all, the choice is the pass
     * @param listener reads the analysis during the call; it must not change or keep it
     * @throws java.util.concurrent.CancellationException if the thread is interrupted
     */
    int chooseMove(Game game, SplitMix64 random, MoveFilter filter, Consumer<MonteCarloAnalysis> listener);
}

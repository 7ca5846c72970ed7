package dev.tengen.player;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.game.Game;
import java.util.concurrent.CancellationException;

/** Estimates how likely a win is, by the search of the player {@link MonteCarlo}. Not thread-safe. */
public final class MonteCarloValue {
    private final int playoutCount;
    private final UctTree tree = new UctTree();

    /** Creates an estimator that searches {@code playoutCount} playouts for each position. */
    public MonteCarloValue(int playoutCount) {
        this.playoutCount = playoutCount;
    }

    /** Returns the memory of an estimator with {@code playoutCount} playouts, in bytes. */
    public static long memoryBytes(int playoutCount) {
        return UctTree.growingBytes(playoutCount + 1);
    }

    /**
     * Returns the probability that Black wins {@code game} from its present position, from 0 to 1; the result if it is
     * over, where a draw counts as half a win. Equal seeds give equal estimates.
     *
     * @throws CancellationException if the thread is interrupted
     */
    public double blackWins(Game game, long seed) {
        if (game.isOver()) {
            int winner = game.outcome().orElseThrow().winner();
            return winner == Color.EMPTY ? 0.5 : winner == Color.BLACK ? 1 : 0;
        }
        UctSearch search = new UctSearch(game.copy(), tree, new SplitMix64(seed));
        var unused = search.bestMove(playoutCount);
        double ofOpponent = tree.meanValue(UctTree.ROOT);
        return game.playerToMove() == Color.BLACK ? 1 - ofOpponent : ofOpponent;
    }
}

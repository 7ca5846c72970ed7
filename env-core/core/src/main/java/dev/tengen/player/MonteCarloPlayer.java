package dev.tengen.player;

import dev.tengen.base.SplitMix64;
import dev.tengen.game.Game;
import dev.tengen.game.Outcome;
import java.util.function.Consumer;

/**
 * Plays the most visited move of a Monte-Carlo tree search (MCTS). Never fills its own eye and never resigns. Passes if
 * that wins the game at once or no other move is left.
 */
final class MonteCarloPlayer implements SearchingPlayer {
    /**
     * Up to this number of playouts, the tree is kept between moves. Larger trees would make idle sessions too large.
     */
    private static final int MAX_KEPT_PLAYOUT_COUNT = 4096;

    private final int playoutCount;

    /** Reused for its arrays only. Each search starts with an empty tree, see {@link UctSearch}. */
    private final UctTree tree = new UctTree();

    MonteCarloPlayer(int playoutCount) {
        this.playoutCount = playoutCount;
    }

    /** Returns whether a player with {@code playoutCount} playouts keeps its tree between moves. */
    static boolean isTreeKept(int playoutCount) {
        return playoutCount <= MAX_KEPT_PLAYOUT_COUNT;
    }

    @Override
    public int chooseMove(Game game, SplitMix64 random) {
        Game copy = game.copy();
        UctTree own = isTreeKept(playoutCount) ? tree : new UctTree();
        UctSearch search = new UctSearch(copy, own, random);
        if (!search.hasCandidates() || passWins(copy)) {
            return game.grid().pass();
        }
        return search.bestMove(playoutCount);
    }

    @Override
    public int chooseMove(Game game, SplitMix64 random, MoveFilter filter, Consumer<MonteCarloAnalysis> listener) {
        MonteCarloAnalysis analysis = new MonteCarloAnalysis(game, random, filter);
        if (!analysis.hasPoints() || passWins(game.copy())) {
            return game.grid().pass();
        }
        for (int playout = 0; playout < playoutCount; playout++) {
            analysis.addPlayout();
            listener.accept(analysis);
        }
        return analysis.bestMove();
    }

    /** Returns whether a pass ends {@code game} with a win for the player to move. */
    private static boolean passWins(Game game) {
        if (game.passCount() + 1 < game.rules().passesToEnd()) {
            return false;
        }
        int color = game.playerToMove();
        game.playLegal(game.grid().pass());
        boolean wins = game.outcome()
                .map(Outcome::winner)
                .filter(winner -> winner == color)
                .isPresent();
        game.undo();
        return wins;
    }
}

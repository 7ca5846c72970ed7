package dev.tengen.player;

import dev.tengen.board.SplitMix64;
import dev.tengen.game.Game;
import dev.tengen.game.Outcome;

/**
 * Plays the move that a tree search with random playouts visited most. Never fills an eye of its own, never resigns, and
 * passes where that wins the game at once or nothing else is left.
 */
final class MonteCarloPlayer implements Player {
    /** Playouts up to which the tree is kept between moves: sessions that wait should be small. */
    private static final int MAX_KEPT_COUNT = 4096;

    private final int playoutCount;

    /** Kept for its arrays; what it holds of one search is of no use to the next, see {@link UctSearch}. */
    private final UctTree tree = new UctTree();

    MonteCarloPlayer(int playoutCount) {
        this.playoutCount = playoutCount;
    }

    @Override
    public int chooseMove(Game game, SplitMix64 random) {
        Game copy = game.copy();
        UctTree own = playoutCount > MAX_KEPT_COUNT ? new UctTree() : tree;
        UctSearch search = new UctSearch(copy, own, random);
        if (!search.hasCandidates() || passWins(copy)) {
            return game.grid().pass();
        }
        return search.bestMove(playoutCount);
    }

    /** Returns whether a pass ends {@code game} as won for the player to move. */
    private static boolean passWins(Game game) {
        if (game.passCount() + 1 < game.rules().passesToEnd()) {
            return false;
        }
        int color = game.playerToMove();
        game.playUnchecked(game.grid().pass());
        boolean wins = game.outcome()
                .map(Outcome::winner)
                .filter(winner -> winner == color)
                .isPresent();
        game.undo();
        return wins;
    }
}

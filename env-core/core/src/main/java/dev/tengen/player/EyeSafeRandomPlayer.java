package dev.tengen.player;

import dev.tengen.analysis.Eyes;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;

/**
 * Plays a legal point, drawn uniformly at random, that does not fill its own eye. Passes only if there is none. Under a
 * superko rule its games end, with every dead stone captured.
 */
final class EyeSafeRandomPlayer implements Player {
    private final PointSet candidates;

    EyeSafeRandomPlayer(Grid grid) {
        candidates = new PointSet(grid);
    }

    @Override
    public int chooseMove(Game game, SplitMix64 random) {
        game.legalPoints(candidates);
        Eyes.removeEyes(game.board(), game.playerToMove(), candidates);
        int count = candidates.size();
        return count == 0 ? game.grid().pass() : candidates.nth(random.nextInt(count));
    }
}

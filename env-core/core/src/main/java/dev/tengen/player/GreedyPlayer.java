package dev.tengen.player;

import dev.tengen.analysis.Eyes;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Score;

/**
 * Plays the point after which its area margin is greatest, chosen at random among equal points. It never fills its own
 * eye, and passes if no point is better than passing.
 */
final class GreedyPlayer implements Player {
    private final PointSet candidates;

    GreedyPlayer(Grid grid) {
        candidates = new PointSet(grid);
    }

    @Override
    public int chooseMove(Game game, SplitMix64 random) {
        int color = game.playerToMove();
        game.legalPoints(candidates);
        Eyes.removeEyes(game.board(), color, candidates);
        int best = game.grid().pass();
        double bestMargin = margin(game, color);
        int ties = 1;
        for (int point = candidates.first(); point >= 0; point = candidates.next(point)) {
            game.playLegal(point);
            double margin = margin(game, color);
            game.undo();
            if (margin > bestMargin) {
                best = point;
                bestMargin = margin;
                ties = 1;
            } else if (margin == bestMargin && best != game.grid().pass() && random.nextInt(++ties) == 0) {
                best = point;
            }
        }
        return best;
    }

    private static double margin(Game game, int color) {
        Score score = game.score();
        return color == Color.BLACK ? score.margin() : -score.margin();
    }
}

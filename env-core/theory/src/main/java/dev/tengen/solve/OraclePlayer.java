package dev.tengen.solve;

import dev.tengen.analysis.Eyes;
import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.player.Player;
import dev.tengen.player.PlayerException;
import java.util.List;

/**
 * Plays perfectly on the smallest boards under Tromp-Taylor rules: no opponent can gain a point against it.
 *
 * <p>Of the optimal moves it passes if that ends the game. Otherwise it draws one of the points that do not fill its
 * own eye, and passes if there is none.
 */
final class OraclePlayer implements Player {
    private final PointSet candidates;

    /**
     * Creates a player for games on {@code grid}.
     *
     * @throws InvalidValueException if {@code grid} is too large
     */
    OraclePlayer(Grid grid) {
        requireSmall(grid);
        candidates = new PointSet(grid);
    }

    /**
     * Checks the size of the board and the rules.
     *
     * @throws InvalidValueException if {@code grid} is too large, or {@code rules} are not Tromp-Taylor rules
     */
    static void requirePlayable(Grid grid, Rules rules) {
        requireSmall(grid);
        Solver.requireRules(rules);
    }

    private static void requireSmall(Grid grid) {
        if (!SharedSolver.isFor(grid)) {
            throw InvalidValueException.because(
                    "size " + grid + " is too large for the oracle player, which supports up to "
                            + SharedSolver.MAX_POINT_COUNT + " points, and 1x" + SharedSolver.MAX_LENGTH,
                    "size",
                    grid,
                    "at most " + SharedSolver.MAX_POINT_COUNT + " points, and at most 1x" + SharedSolver.MAX_LENGTH);
        }
    }

    /**
     * {@inheritDoc}
     *
     * @throws InvalidValueException if the rules are not Tromp-Taylor rules
     * @throws PlayerException if the position is not solved within a million states
     */
    @Override
    public int chooseMove(Game game, SplitMix64 random) {
        Solution solution = SharedSolver.of(game.grid()).solve(game);
        if (!solution.isComplete()) {
            throw new PlayerException(
                    PlayerException.Kind.FAILED, "the position was not solved within a million states");
        }
        List<Integer> best = solution.bestMoves();
        int pass = game.grid().pass();
        if (game.passCount() == 1 && best.contains(pass)) {
            return pass;
        }
        candidates.clear();
        best.stream().filter(move -> move != pass).forEach(candidates::add);
        if (best.contains(pass)) {
            Eyes.removeEyes(game.board(), game.playerToMove(), candidates);
        }
        int count = candidates.size();
        return count == 0 ? pass : candidates.nth(random.nextInt(count));
    }
}

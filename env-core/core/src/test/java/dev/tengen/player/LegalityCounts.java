package dev.tengen.player;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import java.util.List;

/**
 * Plays games of a Monte-Carlo player against random players, checks that it is legal, and counts the kinds of
 * positions.
 */
final class LegalityCounts {
    static final List<Grid> GRIDS = List.of(
            Grid.square(1),
            Grid.of(1, 2),
            Grid.square(2),
            Grid.of(2, 3),
            Grid.of(1, 8),
            Grid.square(3),
            Grid.of(5, 3),
            Grid.square(4),
            Grid.square(5));
    private static final int MOVES_PER_POINT = 4;

    int chosenCount;
    int captureCount;
    int repetitionCount;
    int passCount;

    /** Plays one game to its end or to a move limit, from a position with some stones. */
    void play(Grid grid, Rules rules, long seed) {
        SplitMix64 random = new SplitMix64(seed);
        Game game = new Game(setup(grid, random), rules);
        Player thinking = new MonteCarlo(1 + random.nextInt(12)).create(grid);
        Player anyMove = Players.RANDOM.create(grid);
        Player eyeSafe = Players.EYE_SAFE_RANDOM.create(grid);
        while (!game.isOver() && game.moveNumber() < MOVES_PER_POINT * grid.pointCount()) {
            int kind = random.nextInt(4);
            if (kind > 1) {
                game.play((kind == 2 ? anyMove : eyeSafe).chooseMove(game, random));
                continue;
            }
            repetitionCount += hasRepetition(game) ? 1 : 0;
            int move = thinking.chooseMove(game, random);
            assertThat(game.play(move)).isEqualTo(Legality.LEGAL);
            chosenCount++;
            passCount += move == grid.pass() ? 1 : 0;
            captureCount += game.removedCount() > 0 ? 1 : 0;
        }
    }

    /** Returns a start position with one stone of each color if there is room for them. */
    private static Setup setup(Grid grid, SplitMix64 random) {
        PointSet black = new PointSet(grid);
        PointSet white = new PointSet(grid);
        if (grid.pointCount() > 4 && random.nextInt(2) == 0) {
            black.add(random.nextInt(grid.pointCount() / 2));
            white.add(grid.pointCount() - 1 - random.nextInt(grid.pointCount() / 2));
        }
        return Setup.of(grid, black, white, 1 + random.nextInt(2));
    }

    private static boolean hasRepetition(Game game) {
        PointSet empty = game.board().points(Color.EMPTY);
        for (int point = empty.first(); point >= 0; point = empty.next(point)) {
            if (game.legality(point) == Legality.REPETITION) {
                return true;
            }
        }
        return false;
    }
}

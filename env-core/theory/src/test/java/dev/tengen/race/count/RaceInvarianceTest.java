package dev.tengen.race.count;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.board.Zobrist;
import dev.tengen.race.Race;
import dev.tengen.race.RaceAnalysis;
import dev.tengen.race.RaceDecline;
import dev.tengen.race.RaceExample;
import dev.tengen.race.RaceResult;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A race has the same result with exchanged colors and under every symmetry of the board. */
class RaceInvarianceTest {
    private static final int SHAPES = 12;

    @Test
    void analyze_everyExampleTurnedAndSwapped_isTurnedAndSwapped() throws IOException {
        Optional<List<RaceExample>> found = RaceExample.all();
        assumeThat(found).as("examples").isPresent();
        for (RaceExample example : found.orElseThrow()) {
            compareAll(example.race());
        }
    }

    @Test
    void analyze_randomShapesTurnedAndSwapped_areTurnedAndSwapped() {
        RandomShapes shapes = new RandomShapes(8);
        int supported = 0;
        for (int i = 0; i < SHAPES; i++) {
            supported += compareAll(shapes.next().race()) ? 1 : 0;
        }
        assertThat(supported).isBetween(1, SHAPES - 1);
    }

    private static boolean compareAll(Race race) {
        RaceAnalysis analysis = new RaceAnalyzer(RaceBudget.STATIC).analyze(race);
        for (int symmetry = 0; symmetry < 16; symmetry++) {
            compare(analysis, new Turn(race.board().grid(), symmetry & 7, symmetry >= 8));
        }
        return analysis.status().isSupported();
    }

    private static void compare(RaceAnalysis analysis, Turn turn) {
        RaceAnalysis turned = new RaceAnalyzer(RaceBudget.STATIC).analyze(turn.race(analysis.race()));

        assertThat(turned.method()).isEqualTo(analysis.method());
        assertThat(turned.declined().map(RaceDecline::status))
                .isEqualTo(analysis.declined().map(RaceDecline::status));
        assertThat(turned.liberties().shared())
                .isEqualTo(turn.points(analysis.liberties().shared()));
        for (int color = Color.BLACK; color <= Color.WHITE; color++) {
            int other = turn.color(color);
            assertThat(turned.first(other).result())
                    .isEqualTo(analysis.first(color).result().map(turn::result));
            assertThat(turned.first(other).winningMoves())
                    .isEqualTo(analysis.first(color).winningMoves().map(turn::points));
            assertThat(turned.eyeLiberties(other)).isEqualTo(analysis.eyeLiberties(color));
            assertThat(turned.liberties().external(other))
                    .isEqualTo(turn.points(analysis.liberties().external(color)));
            assertThat(lead(turned, other)).isEqualTo((turn.isSwapped ? -1 : 1) * lead(analysis, color));
        }
    }

    /** Returns Black's lead in liberties if {@code first} moves first; 0 if it is unknown. */
    private static int lead(RaceAnalysis analysis, int first) {
        return analysis.sum()
                .map(sum -> first == Color.BLACK ? sum.adjustedBlackFirst() : sum.adjustedWhiteFirst())
                .orElse(0);
    }

    private record Turn(Grid grid, int symmetry, boolean isSwapped) {
        int color(int color) {
            return isSwapped ? Color.opponent(color) : color;
        }

        RaceResult result(RaceResult result) {
            return isSwapped ? result.swapped() : result;
        }

        PointSet points(PointSet points) {
            PointSet turned = new PointSet(grid);
            points.forEach(point -> turned.add(point(point)));
            return turned;
        }

        int point(int point) {
            int last = grid.width() - 1;
            int row = (symmetry & 1) == 0 ? grid.row(point) : grid.column(point);
            int column = (symmetry & 1) == 0 ? grid.column(point) : grid.row(point);
            return grid.point((symmetry & 2) == 0 ? row : last - row, (symmetry & 4) == 0 ? column : last - column);
        }

        Race race(Race race) {
            Board board = new Board(grid, Zobrist.of(grid));
            board.setUp(
                    points(race.board().points(color(Color.BLACK))),
                    points(race.board().points(color(Color.WHITE))));
            return new Race(
                    board,
                    points(race.unplayable()),
                    point(race.essential(color(Color.BLACK)).first()),
                    point(race.essential(color(Color.WHITE)).first()));
        }
    }
}

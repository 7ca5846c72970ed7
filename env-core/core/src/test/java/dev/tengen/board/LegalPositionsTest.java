package dev.tengen.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.testing.Grids;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Numbers of legal positions, in which every chain has a liberty, compared with Tromp and Farnebäck, "Combinatorics of
 * Go" (2006), table 1.
 */
class LegalPositionsTest {
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "1x1, 1", "1x2, 5", "1x3, 15", "1x4, 41", "1x5, 113", "1x6, 313", "1x7, 867", "7x1, 867",
        "2x1, 5", "2x2, 57", "2x3, 489", "2x4, 4125", "2x5, 35117", "5x2, 35117", "3x3, 12675", "3x4, 321689"
    })
    void legalPositions_smallGrid_areAsManyAsPublished(String size, int published) {
        Grid grid = Grids.of(size);

        int legal = 0;
        for (int number = 0; number < Math.pow(3, grid.pointCount()); number++) {
            legal += isLegal(coloring(grid, number)) ? 1 : 0;
        }

        assertThat(legal).isEqualTo(published);
    }

    /** Returns the board whose colors are the base-three digits of {@code number}. */
    private static Board coloring(Grid grid, int number) {
        PointSet black = new PointSet(grid);
        PointSet white = new PointSet(grid);
        int rest = number;
        for (int point = 0; point < grid.pointCount(); point++) {
            if (rest % 3 != Color.EMPTY) {
                (rest % 3 == Color.BLACK ? black : white).add(point);
            }
            rest /= 3;
        }
        Board board = new Board(grid, Zobrist.of(grid));
        board.setUp(black, white);
        return board;
    }

    private static boolean isLegal(Board board) {
        for (int point = 0; point < board.grid().pointCount(); point++) {
            if (!board.reach(point).reachesEmpty()) {
                return false;
            }
        }
        return true;
    }
}

package dev.tengen.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.testing.Diagrams;
import dev.tengen.testing.Grids;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InfluenceTest {
    private static String table(Board board) {
        Influence influence = new Influence(board.grid());
        influence.find(board);
        Grid grid = board.grid();
        StringBuilder text = new StringBuilder();
        for (int point = 0; point < grid.pointCount(); point++) {
            boolean isLast = grid.column(point) == grid.width() - 1;
            text.append("%3d%s".formatted(influence.at(point), isLast ? "\n" : " "));
        }
        return text.toString();
    }

    @Test
    void find_oneStone_goesFourPointsFar() {
        assertThat(table(Diagrams.board("X . . . . ."))).isEqualTo(" 53   6   4   2   1   0\n");
    }

    @Test
    void find_stoneInTheMiddle_reachesAllSidesAlike() {
        assertThat(table(Diagrams.board("""
                . . . . . . .
                . . . . . . .
                . . . . . . .
                . . . X . . .
                . . . . . . .
                . . . . . . .
                . . . . . . .
                """))).isEqualTo("""
                  0   0   2   2   2   0   0
                  0   2   4   6   4   2   0
                  2   4   8  10   8   4   2
                  2   6  10  62  10   6   2
                  2   4   8  10   8   4   2
                  0   2   4   6   4   2   0
                  0   0   2   2   2   0   0
                """);
    }

    @Test
    void find_blackAndWhite_cancelInTheMiddle() {
        assertThat(table(Diagrams.board("X . . . O"))).isEqualTo(" 53   4   0  -4 -53\n");
    }

    @Test
    void find_fullOfOneColor_isNowhereMoreThanTheMaximum() {
        Board board = Diagrams.board("""
                X X X
                X X X
                X X .
                """);

        assertThat(table(board)).contains(" 66 ");
        assertThat(Influence.MAX).isEqualTo(66);
    }

    @Test
    void find_emptyBoard_isZeroEvenAfterAnother() {
        Board stone = Diagrams.board("X . .");
        Board empty = Diagrams.board(". . .");
        Influence influence = new Influence(stone.grid());
        influence.find(stone);

        influence.find(empty);

        assertThat(influence.at(0)).isZero();
        assertThat(influence.at(1)).isZero();
    }

    @ParameterizedTest(name = "{0}, seed 1")
    @CsvSource({"1x1, 22", "2x7, 311", "6x6, 801", "13x9, 2739"})
    void find_randomBoards_agreesWithTheDefinition(String size, int negativeCount) {
        Grid grid = Grids.of(size);
        RandomPositions positions = new RandomPositions(grid, new SplitMix64(1));
        Influence influence = new Influence(grid);
        int negative = 0;
        for (int i = 0; i < 100; i++) {
            Board board = positions.coloring();
            influence.find(board);
            for (int point = 0; point < grid.pointCount(); point++) {
                int expected = slow(board, point, 4);
                assertThat(influence.at(point)).isEqualTo(expected).isBetween(-Influence.MAX, Influence.MAX);
                negative += expected < 0 ? 1 : 0;
            }
        }
        assertThat(negative).isEqualTo(negativeCount);
    }

    /** Returns the value of a point after {@code rounds} rounds, computed from the values of the previous round. */
    private static int slow(Board board, int point, int rounds) {
        if (rounds == 0) {
            return switch (board.colorAt(point)) {
                case Color.BLACK -> 50;
                case Color.WHITE -> -50;
                default -> 0;
            };
        }
        int value = slow(board, point, rounds - 1);
        for (int direction = 0; direction < 4; direction++) {
            int neighbor = board.grid().neighbor(point, direction);
            if (board.grid().contains(neighbor)) {
                value += Integer.signum(slow(board, neighbor, rounds - 1));
            }
        }
        return value;
    }
}

package dev.tengen.game;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.EMPTY;
import static dev.tengen.board.Color.WHITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Board;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.board.Zobrist;
import dev.tengen.testing.Diagrams;
import dev.tengen.testing.Grids;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScoreTest {
    /** Black lives at the left, White at the right. The points between reach both colors. */
    private static final String DIVIDED = """
            . X . O .
            . X . O .
            X X . O O
            . X . O .
            """;

    /** A player who plays between the two middle chains loses its own chain. */
    private static final String SEKI = """
            . O X . O X .
            . O X . O X .
            """;

    private static final String ONE_STONE = """
            . . .
            . . .
            . O .
            """;

    private static Score score(String drawing) {
        return Score.of(Diagrams.board(drawing), Rules.TROMP_TAYLOR);
    }

    @Test
    void of_emptyBoard_isNobodys() {
        Score score = score(". . .");

        assertThat(score.owners()).containsOnly(EMPTY);
    }

    @Test
    void of_oneStone_ownsTheWholeBoard() {
        Score score = score(ONE_STONE);

        assertThat(score.whiteArea()).isEqualTo(9);
    }

    @Test
    void of_oneStone_leavesNothingToTheOther() {
        Score score = score(ONE_STONE);

        assertThat(score.blackArea()).isZero();
    }

    @Test
    void black_dividedBoard_areStonesAndPointsThatReachBlackAlone() {
        assertThat(Diagrams.draw(score(DIVIDED).black())).isEqualTo("""
                        * * . . .
                        * * . . .
                        * * . . .
                        * * . . .
                        """);
    }

    @Test
    void white_dividedBoard_areStonesAndPointsThatReachWhiteAlone() {
        assertThat(Diagrams.draw(score(DIVIDED).white())).isEqualTo("""
                        . . . * *
                        . . . * *
                        . . . * *
                        . . . * *
                        """);
    }

    @Test
    void owner_pointsThatReachBoth_isNobody() {
        assertThat(score(DIVIDED).owner(2)).isEqualTo(EMPTY);
    }

    @Test
    void owner_sharedLibertiesInSeki_isNobody() {
        assertThat(score(SEKI).owner(3)).isEqualTo(EMPTY);
    }

    @Test
    void owner_stoneInSeki_isItsColor() {
        assertThat(score(SEKI).owner(4)).isEqualTo(WHITE);
    }

    @Test
    void owner_stoneWithoutHope_isItsOwnColor() {
        Score score = score("""
                . X O X .
                . X . X .
                . X X X .
                """);

        assertThat(score.owner(2)).isEqualTo(WHITE);
    }

    @Test
    void owner_eyeSharedWithAHopelessStone_isNobody() {
        Score score = score("""
                . X O X .
                . X . X .
                . X X X .
                """);

        assertThat(score.owner(7)).isEqualTo(EMPTY);
    }

    @Test
    void owners_threeColors_areOneByteForEachPoint() {
        assertThat(score("X . O").owners()).containsExactly(BLACK, EMPTY, WHITE);
    }

    @Test
    void margin_areas_isBlackMinusWhiteMinusKomi() {
        assertThat(score(DIVIDED).margin()).isEqualTo(8 - 8 - 7.5);
    }

    @ParameterizedTest
    @CsvSource({"-1, 1", "0, 0", "0.5, 2"})
    void winner_equalAreas_isDecidedByKomi(double komi, int expected) {
        assertThat(Score.of(Diagrams.board(DIVIDED), Rules.TROMP_TAYLOR.withKomi(komi))
                        .winner())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "0, Draw",
        "-3, B+3",
        "3, W+3",
        "-3.5, B+3.5",
        "0.5, W+0.5",
        "-1000, B+1000",
        "1000, W+1000",
        "-10, B+10"
    })
    void text_margin_isAsGameRecordsSayIt(double komi, String expected) {
        assertThat(Score.of(Diagrams.board(DIVIDED), Rules.TROMP_TAYLOR.withKomi(komi))
                        .text())
                .isEqualTo(expected);
    }

    /** Literally rule 9: a point scores for the only color it reaches. */
    @ParameterizedTest
    @ValueSource(strings = {"1x1", "2x3", "5x5", "13x5", "9x9", "19x19"})
    void owner_everyPointOfRandomBoardsSeed1_agreesWithWhatItReaches(String size) {
        Grid grid = Grids.of(size);
        Random random = new Random(1);
        for (int round = 0; round < 50; round++) {
            Board board = randomBoard(grid, random);
            Score score = Score.of(board, Rules.TROMP_TAYLOR);
            for (int point = 0; point < grid.pointCount(); point++) {
                assertThat(score.owner(point)).isEqualTo(board.reach(point).owner());
            }
        }
    }

    private static Board randomBoard(Grid grid, Random random) {
        PointSet black = new PointSet(grid);
        PointSet white = new PointSet(grid);
        int stonesInTen = random.nextInt(9);
        for (int point = 0; point < grid.pointCount(); point++) {
            if (random.nextInt(10) < stonesInTen) {
                (random.nextBoolean() ? black : white).add(point);
            }
        }
        Board board = new Board(grid, Zobrist.of(grid));
        board.setUp(black, white);
        return board;
    }
}

package dev.tengen.planes.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.testing.Diagrams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RocAlphaGoLaddersTest {
    /** White's stone can be driven down to the right. */
    private static final String LADDER = """
            . . . . . . .
            . . X . . . .
            . X O . . . .
            . X . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            """;

    /** The same, and a white stone that the ladder runs into. */
    private static final String BROKEN_LADDER = """
            . . . . . . .
            . . X . . . .
            . X O . . . .
            . X . . . . .
            . . . . . . .
            . . . . O . .
            . . . . . . .
            """;

    /** A position with many lines, found by random changes that were kept if more plays had to be tried. */
    private static final String MAZE = """
            O O O . O O O X X
            O X . X O . X . O
            . . X O X . X X X
            . X . . O . O . .
            O . . . X X O O X
            . . . . O . X . O
            . . . X . . . O O
            . . . . X O X X .
            . . O . O O . O .
            """;

    @Test
    void read_nothingInTheWay_catchesByTheOneRightPlay() {
        assertThat(read(LADDER, Color.BLACK).captures()).isEqualTo("[D5]");
        assertThat(read(LADDER, Color.WHITE).captures()).isEqualTo("[]");
    }

    @Test
    void read_stoneInTheWay_catchesNothing() {
        assertThat(read(BROKEN_LADDER, Color.BLACK).captures()).isEqualTo("[]");
    }

    @Test
    void read_chainInAtari_escapesWhereTheLadderIsBroken() {
        assertThat(read(withAtari(BROKEN_LADDER), Color.WHITE).escapes()).isEqualTo("[C4]");
        assertThat(read(withAtari(LADDER), Color.WHITE).escapes()).isEqualTo("[]");
    }

    /** Black has played D5. */
    private static String withAtari(String drawing) {
        return drawing.replace(". X O . . . .", ". X O X . . .");
    }

    @Test
    void read_hunterInAtari_escapesByCapturingItToo() {
        String drawing = """
                . . X . . . .
                . X O X O . .
                . X . O . . .
                . X X . . . .
                . . . . . . .
                """;

        assertThat(read(drawing, Color.WHITE).escapes()).isEqualTo("[D5, C3]");
    }

    @ParameterizedTest
    @CsvSource({"13, [D10]", "14, [D11]", "19, []"})
    void read_ladderAcrossTheBoard_isCaughtWithinFiftyPlays(int size, String captures) {
        StringBuilder drawing = new StringBuilder();
        for (int row = 0; row < size; row++) {
            String start = row == 2 ? "..X" : row == 3 ? ".XO" : row == 4 ? ".X." : "...";
            drawing.append(start).append(".".repeat(size - 3)).append('\n');
        }

        assertThat(read(drawing.toString(), Color.BLACK).captures()).isEqualTo(captures);
    }

    @Test
    void read_moreLinesThanAreTried_endsAndCountsTheRestAsEscaped() {
        assertThat(read(MAZE, Color.BLACK).playCount()).isEqualTo(RocAlphaGoLadders.MAX_PLAYS);
    }

    private static Reading read(String drawing, int color) {
        Game game = Diagrams.game(drawing, Rules.TROMP_TAYLOR, color);
        Grid grid = game.grid();
        Lookahead lookahead = new Lookahead(grid);
        lookahead.startAt(game);
        ChainSets chains = new ChainSets(grid);
        chains.read(lookahead.board());
        RocAlphaGoLadders ladders = new RocAlphaGoLadders(grid, lookahead, new RocAlphaGoEyes(grid));
        PointSet captures = new PointSet(grid);
        PointSet escapes = new PointSet(grid);
        ladders.read(chains, color, captures, escapes);
        assertThat(Diagrams.draw(lookahead.board()))
                .as("the board after all was taken back")
                .isEqualTo(Diagrams.draw(game));
        lookahead.board().checkConsistency();
        return new Reading(captures.toString(), escapes.toString(), ladders.playCount());
    }

    private record Reading(String captures, String escapes, int playCount) {}
}

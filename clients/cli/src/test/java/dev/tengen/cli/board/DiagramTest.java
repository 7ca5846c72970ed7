package dev.tengen.cli.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.player.Players;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiagramTest {
    private static final Grid GRID = Grid.of(3, 2);

    @Test
    void parse_rows_topFirst() {
        Setup setup = Diagram.parse("X.O\n. X .\n");

        assertThat(setup.grid()).isEqualTo(GRID);
        assertThat(PositionExplainer.names(GRID, setup.black())).isEqualTo("A2 B1");
        assertThat(PositionExplainer.names(GRID, setup.white())).isEqualTo("C2");
        assertThat(setup.playerToMove()).isEqualTo(Color.BLACK);
    }

    @Test
    void parse_marks_areEmptyPoints() {
        Setup setup = Diagram.parse("x o *\nX . O\n");

        assertThat(setup.black().size()).isEqualTo(1);
        assertThat(setup.white().size()).isEqualTo(1);
    }

    @Test
    void parseUnplayable_underscores_areEmptyPointsThatAreNotPlayed() {
        Diagram.Drawing drawing = Diagram.parseUnplayable("  A B C\n2 _ X _ 2\n1 . O .\nWhite to move");

        assertThat(PositionExplainer.names(GRID, drawing.unplayable())).isEqualTo("A2 C2");
        assertThat(PositionExplainer.names(GRID, drawing.black())).isEqualTo("B2");
        assertThat(drawing.playerToMove()).isEqualTo(Color.WHITE);
        assertThat(Diagram.parseUnplayable("XX\nOO").unplayable().isEmpty()).isTrue();
    }

    @Test
    void parse_turn_isRead() {
        assertThat(Diagram.parse("...\n...\nWhite to move.\n").playerToMove()).isEqualTo(Color.WHITE);
    }

    @Test
    void parse_drawingsOfRandomGames_seed7_areTheirPositions() {
        SplitMix64 random = new SplitMix64(7);
        int lastMovesAtEdge = 0;
        for (int number = 0; number < 200; number++) {
            Grid grid = Grid.of(1 + random.nextInt(25), 1 + random.nextInt(25));
            Game game = new Game(Setup.empty(grid), Rules.TROMP_TAYLOR);
            int last = grid.pass();
            int moves = random.nextInt(2 * grid.pointCount());
            for (int i = 0; i < moves && !game.isOver(); i++) {
                last = Players.EYE_SAFE_RANDOM.create(grid).chooseMove(game, random);
                game.play(last);
            }
            lastMovesAtEdge += last != grid.pass() && grid.column(last) == grid.width() - 1 ? 1 : 0;

            Setup setup = Diagram.parse(BoardDrawing.draw(grid, point -> PointSymbols.of(game.colorAt(point)), last));

            assertThat(setup.grid()).isEqualTo(grid);
            assertThat(setup.black()).isEqualTo(game.board().points(Color.BLACK));
            assertThat(setup.white()).isEqualTo(game.board().points(Color.WHITE));
        }
        assertThat(lastMovesAtEdge).isPositive();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | it has no row of points",
                "'...\n..' | line 2: a row of 2 points where the first has 3 points",
                "'...\n.#.' | line 2: \".#.\" is not a row of points",
                "'OX\nXX' | the chain at A2 has no liberty",
                "'._' | there is a _ at B1",
                "'..........................' | width 26 is outside [1, 25]"
            })
    void parse_noDiagram_saysWhy(String text, String message) {
        assertThatThrownBy(() -> Diagram.parse(text)).hasMessage(message);
    }
}

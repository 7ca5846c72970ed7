package dev.tengen.game;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.WHITE;
import static dev.tengen.testing.Diagrams.draw;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.testing.Diagrams;
import dev.tengen.testing.Grids;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SetupTest {
    private static final Grid GRID = Grid.square(3);

    @Test
    void empty_grid_hasNoStones() {
        assertThat(Setup.empty(GRID).isEmpty()).isTrue();
    }

    @Test
    void empty_grid_hasBlackToMove() {
        assertThat(Setup.empty(GRID).playerToMove()).isEqualTo(BLACK);
    }

    @Test
    void isEmpty_oneWhiteStone_isFalse() {
        assertThat(Diagrams.setup(". O .").isEmpty()).isFalse();
    }

    @Test
    void of_pointsChangedAfterwards_keepsTheFirst() {
        PointSet black = PointSet.of(GRID, 4);
        Setup setup = Setup.of(GRID, black, new PointSet(GRID), WHITE);

        black.add(5);

        assertThat(setup.black()).isEqualTo(PointSet.of(GRID, 4));
    }

    @Test
    void ofRows_drawing_isThePosition() {
        Setup setup = Setup.ofRows(List.of("X.O", ".X."), WHITE);

        assertThat(setup).isEqualTo(Diagrams.setup("X . O\n. X .", WHITE));
    }

    @Test
    void ofRows_noDrawing_throwsWithTheRows() {
        for (List<String> rows : List.of(List.of("X.", "X"), List.of("X#"), List.of("x."))) {
            assertThatThrownBy(() -> Setup.ofRows(rows, BLACK))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("rows " + rows + " is not rows of the same length, made of . X O");
        }
        assertThatThrownBy(() -> Setup.ofRows(List.of(), BLACK)).hasMessage("height 0 is outside [1, 25]");
        assertThatThrownBy(() -> Setup.ofRows(List.of("XO"), BLACK)).hasMessage("the chain at A1 has no liberty");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 3})
    void constructor_nobodyToMove_throwsWithTheValue(int color) {
        assertThatThrownBy(() -> Setup.of(GRID, new PointSet(GRID), new PointSet(GRID), color))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("player_to_move " + color + " is not 1 (Black) or 2 (White)");
    }

    /** Sets of another size were once accepted: 2x3 stones stood elsewhere on 3x2, and 9x9 stones crashed on 3x3. */
    @ParameterizedTest
    @ValueSource(strings = {"3x2", "9x9", "1x1"})
    void constructor_stonesOfAnotherGrid_throwsWithBothSizes(String size) {
        PointSet other = PointSet.of(Grids.of(size), 0);
        PointSet none = new PointSet(Grid.of(2, 3));

        assertThatThrownBy(() -> new Setup(Grid.of(2, 3), none, other, BLACK))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("grid of white stones " + size + " is not 2x3");
    }

    @Test
    void constructor_pointsOfBothColors_throwsWithTheirNames() {
        PointSet black = PointSet.of(GRID, 0, 4, 8);
        PointSet white = PointSet.of(GRID, 0, 8, 7);

        assertThatThrownBy(() -> Setup.of(GRID, black, white, BLACK))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("points [A3, C1] hold both a black and a white stone");
    }

    @Test
    void constructor_chainWithoutLiberty_throwsWithItsName() {
        assertThatThrownBy(() -> Diagrams.setup("""
                        . O X
                        . O X
                        . . O
                        """))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the chain at C3 has no liberty");
    }

    @Test
    void constructor_fullBoard_throws() {
        assertThatThrownBy(() -> Diagrams.setup("X"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the chain at A1 has no liberty");
    }

    @Test
    void game_fromSetup_standsThere() {
        String drawing = """
                . X O
                X . .
                O . .
                """;

        assertThat(draw(Diagrams.game(drawing))).isEqualTo(drawing);
    }

    @Test
    void game_fromSetup_remembersIt() {
        Setup setup = Diagrams.setup(". X O .");

        assertThat(new Game(setup, Rules.TROMP_TAYLOR).setup()).isSameAs(setup);
    }
}

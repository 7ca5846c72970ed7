package dev.tengen.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.testing.Grids;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GridTest {
    private static final Grid NINE = Grid.square(9);
    private static final Grid THREE_BY_TWO = Grid.of(3, 2);

    @Test
    void of_everySize_hasThatWidthAndHeight() {
        for (int width = 1; width <= 25; width++) {
            for (int height = 1; height <= 25; height++) {
                Grid grid = Grid.of(width, height);

                assertThat(grid.width()).isEqualTo(width);
                assertThat(grid.height()).isEqualTo(height);
            }
        }
    }

    @Test
    void of_sameSizeTwice_isTheSameInstance() {
        assertThat(Grid.of(13, 5)).isSameAs(Grid.of(13, 5));
    }

    @Test
    void of_equalSides_isTheSquare() {
        assertThat(Grid.of(7, 7)).isSameAs(Grid.square(7));
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 26, Integer.MAX_VALUE})
    void of_widthOutOfRange_throwsWithValueAndRange(int width) {
        assertThatThrownBy(() -> Grid.of(width, 9))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("width " + width + " is outside [1, 25]");
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 26, Integer.MAX_VALUE})
    void of_heightOutOfRange_throwsWithValueAndRange(int height) {
        assertThatThrownBy(() -> Grid.of(9, height))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("height " + height + " is outside [1, 25]");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 26})
    void square_sizeOutOfRange_throwsWithValueAndRange(int size) {
        assertThatThrownBy(() -> Grid.square(size))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("size " + size + " is outside [1, 25]");
    }

    @Test
    void pointCount_rectangle_isWidthTimesHeight() {
        assertThat(Grid.of(13, 5).pointCount()).isEqualTo(65);
    }

    @Test
    void pass_rectangle_isTheNumberAfterTheLastPoint() {
        assertThat(Grid.of(13, 5).pass()).isEqualTo(65);
    }

    @Test
    void moveCount_rectangle_countsThePassToo() {
        assertThat(Grid.of(13, 5).moveCount()).isEqualTo(66);
    }

    @ParameterizedTest
    @CsvSource({"-1, false", "0, true", "5, true", "6, false"})
    void contains_number_isWhetherItIsAPoint(int number, boolean expected) {
        assertThat(THREE_BY_TWO.contains(number)).isEqualTo(expected);
    }

    @Test
    void point_rowAndColumn_countsRowByRowFromTheTop() {
        assertThat(THREE_BY_TWO.point(1, 2)).isEqualTo(5);
    }

    @Test
    void row_lastPointOfFirstRow_isTheTopRow() {
        assertThat(THREE_BY_TWO.row(2)).isZero();
    }

    @Test
    void column_firstPointOfLastRow_isTheLeftColumn() {
        assertThat(THREE_BY_TWO.column(3)).isZero();
    }

    @Test
    void neighbor_innerPoint_isAboveLeftRightBelow() {
        int center = NINE.point(4, 4);

        assertThat(neighbors(NINE, center)).containsExactly(center - 9, center - 1, center + 1, center + 9);
    }

    @Test
    void neighbor_onlyPoint_isTheWallFourTimes() {
        assertThat(neighbors(Grid.square(1), 0)).containsExactly(1, 1, 1, 1);
    }

    @Test
    void neighbor_cornersOfRectangle_areWallOutside() {
        assertThat(neighbors(THREE_BY_TWO, 0)).containsExactly(6, 6, 1, 3);
        assertThat(neighbors(THREE_BY_TWO, 5)).containsExactly(2, 4, 6, 6);
    }

    @Test
    void neighbor_everyPointOfEverySize_isOneStepAwayOrTheWall() {
        int[][] steps = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}};
        for (Grid grid : Grids.all()) {
            for (int point = 0; point < grid.pointCount(); point++) {
                for (int direction = 0; direction < 4; direction++) {
                    int row = point / grid.width() + steps[direction][0];
                    int column = point % grid.width() + steps[direction][1];
                    boolean isInside = row >= 0 && row < grid.height() && column >= 0 && column < grid.width();
                    int expected = isInside ? row * grid.width() + column : grid.pointCount();
                    if (grid.neighbor(point, direction) != expected) {
                        throw new AssertionError(grid + ": neighbor " + direction + " of point " + point);
                    }
                }
            }
        }
    }

    private static int[] neighbors(Grid grid, int point) {
        return new int[] {
            grid.neighbor(point, 0), grid.neighbor(point, 1), grid.neighbor(point, 2), grid.neighbor(point, 3)
        };
    }

    @ParameterizedTest
    @CsvSource({
        "9x9, 72, A1",
        "9x9, 0, A9",
        "9x9, 8, J9",
        "9x9, 79, H1",
        "25x25, 24, Z25",
        "25x25, 600, A1",
        "3x2, 5, C1"
    })
    void name_point_isColumnLetterAndRowFromTheBottom(String size, int point, String expected) {
        assertThat(Grids.of(size).name(point)).isEqualTo(expected);
    }

    @Test
    void name_pass_isPass() {
        assertThat(NINE.name(81)).isEqualTo("pass");
    }

    @Test
    void name_anyPoint_neverHasTheLetterI() {
        Grid grid = Grid.square(25);
        for (int point = 0; point < grid.pointCount(); point++) {
            assertThat(grid.name(point)).doesNotContain("I");
        }
    }

    @Test
    void point_nameOfEveryMoveOfEverySize_isThatMove() {
        for (Grid grid : Grids.all()) {
            for (int move = 0; move < grid.moveCount(); move++) {
                assertThat(grid.point(grid.name(move))).isEqualTo(move);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"c3, 56", "C3, 56", "' C3 ', 56", "j9, 8", "PASS, 81", "pass, 81", "Pass, 81"})
    void point_nameInAnyCase_isFound(String name, int expected) {
        assertThat(NINE.point(name)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "C", "3", "3C", "I5", "C0", "C03", "C10", "C-1", "K1", "Z25", "CC3", "C3x", "tt", "Ç3"})
    void point_noSuchName_throwsWithNameAndRange(String name) {
        assertThatThrownBy(() -> NINE.point(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("point \"" + name + "\" is outside [A1, J9]");
    }

    @Test
    void toString_rectangle_saysWidthFirst() {
        assertThat(Grid.of(13, 5)).hasToString("13x5");
    }
}

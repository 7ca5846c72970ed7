package dev.tengen.planes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.testing.Grids;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SymmetryTest {
    @ParameterizedTest
    @CsvSource({
        "IDENTITY, abc def ghi",
        "ROTATE_90, cfi beh adg",
        "ROTATE_180, ihg fed cba",
        "ROTATE_270, gda heb ifc",
        "FLIP_ROWS, ghi def abc",
        "FLIP_COLUMNS, cba fed ihg",
        "TRANSPOSE, adg beh cfi",
        "ANTI_TRANSPOSE, ifc heb gda",
    })
    void turned_square_isAsDrawn(Symmetry symmetry, String drawing) {
        assertThat(turned(symmetry, Grid.square(3), "abcdefghi")).isEqualTo(drawing);
    }

    @ParameterizedTest
    @CsvSource({
        "IDENTITY, abc def",
        "ROTATE_180, fed cba",
        "FLIP_ROWS, def abc",
        "FLIP_COLUMNS, cba fed",
    })
    void turned_rectangle_isAsDrawn(Symmetry symmetry, String drawing) {
        assertThat(turned(symmetry, Grid.of(3, 2), "abcdef")).isEqualTo(drawing);
    }

    private static String turned(Symmetry symmetry, Grid grid, String letters) {
        SymmetryMap map = SymmetryMap.of(symmetry, grid);
        StringBuilder turned = new StringBuilder(letters);
        for (int point = 0; point < letters.length(); point++) {
            turned.setCharAt(map.turned(point), letters.charAt(point));
        }
        return turned.toString().replaceAll("(.{" + grid.width() + "})(?=.)", "$1 ");
    }

    @Test
    void of_squareAndOther_areEightAndFour() {
        assertThat(Symmetry.of(Grid.square(9))).containsExactly(Symmetry.values());
        assertThat(Symmetry.of(Grid.of(7, 9)))
                .containsExactly(Symmetry.IDENTITY, Symmetry.ROTATE_180, Symmetry.FLIP_ROWS, Symmetry.FLIP_COLUMNS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1x1", "2x2", "9x9", "19x19", "25x25", "1x7", "25x3", "7x9"})
    void map_allActions_goThereAndBack(String size) {
        Grid grid = Grids.of(size);
        for (Symmetry symmetry : Symmetry.of(grid)) {
            SymmetryMap map = SymmetryMap.of(symmetry, grid);
            for (int action = -3; action <= grid.moveCount(); action++) {
                assertThat(map.original(map.turned(action))).isEqualTo(action);
                assertThat(map.turned(map.original(action))).isEqualTo(action);
                assertThat(grid.contains(map.turned(action))).isEqualTo(grid.contains(action));
            }
            assertThat(map.turned(grid.pass())).isEqualTo(grid.pass());
            assertThat(map.turned(-2)).isEqualTo(-2);
            assertThat(map.turned(Integer.MIN_VALUE)).isEqualTo(Integer.MIN_VALUE);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"ROTATE_90", "ROTATE_270", "TRANSPOSE", "ANTI_TRANSPOSE"})
    void map_swappedSidesOfRectangle_isRefused(Symmetry symmetry) {
        assertThatThrownBy(() -> SymmetryMap.of(symmetry, Grid.of(7, 9)))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("symmetry " + symmetry + " is not one of [IDENTITY, ROTATE_180, FLIP_ROWS, FLIP_COLUMNS]"
                        + " on a board of 7x9");
    }
}

package dev.tengen.gateway.game;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Grid;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PointNotationTest {
    @ParameterizedTest
    @EnumSource
    void move_ofEveryName_isTheMove(PointNotation notation) {
        for (int size = Grid.MIN_SIZE; size <= Grid.MAX_SIZE; size++) {
            Grid grid = Grid.square(size);
            for (int move = 0; move < grid.moveCount(); move++) {
                String name = notation.name(grid, move);

                assertThat(notation.move(grid, name)).as(name).hasValue(move);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void move_otherTexts_isEmpty(PointNotation notation) {
        Grid grid = Grid.of(5, 7);
        for (String text :
                List.of("", " ", "I1", "0,1", "1,0", "8,1", "1,6", "za", "F1", "A8", "D4 D5", "1,2,3", "\u0664,1")) {
            assertThat(notation.move(grid, text)).as(text).isEmpty();
        }
    }

    @Test
    void name_sameRowAndColumn_differsByNotation() {
        Grid grid = Grid.of(5, 7);

        int point = grid.point(1, 3);

        assertThat(PointNotation.LETTERS.name(grid, point)).isEqualTo("D6");
        assertThat(PointNotation.NUMBERS.name(grid, point)).isEqualTo("2,4");
        assertThat(PointNotation.SGF.name(grid, point)).isEqualTo("db");
    }
}

package dev.tengen.cli.play;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Grid;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ScreenLayoutTest {
    private static final Grid NINETEEN = Grid.square(19);

    @Test
    void of_nineteenOnEightyByTwentyFour_showsTheWholeBoardAndWordsBeside() {
        ScreenLayout layout = ScreenLayout.of(NINETEEN, 0, 80, 24);

        assertThat(layout.rowCount()).isEqualTo(19);
        assertThat(layout.columnCount()).isEqualTo(19);
        assertThat(layout.isTextBeside()).isTrue();
        assertThat(layout.textWidth()).isEqualTo(35);
    }

    @Test
    void of_narrowScreen_hasWordsBelowAndTheCursorInView() {
        ScreenLayout layout = ScreenLayout.of(NINETEEN, NINETEEN.point("T1"), 40, 20);

        assertThat(layout.isTextBeside()).isFalse();
        assertThat(layout.rowCount()).isEqualTo(11);
        assertThat(layout.firstRow()).isEqualTo(8);
        assertThat(layout.columnCount()).isEqualTo(17);
        assertThat(layout.firstColumn()).isEqualTo(2);
    }

    @Test
    void of_tinyScreen_showsOnePoint() {
        ScreenLayout layout = ScreenLayout.of(NINETEEN, NINETEEN.point("K10"), 1, 1);

        assertThat(layout.rowCount()).isEqualTo(1);
        assertThat(layout.columnCount()).isEqualTo(1);
        assertThat(layout.pointAt(3, 1)).hasValue(NINETEEN.point("K10"));
    }

    @Test
    void pointAt_everyPlace_isThePointDrawnThere() {
        ScreenLayout layout = ScreenLayout.of(Grid.of(4, 3), 0, 80, 24);

        assertThat(layout.pointAt(4, 1)).hasValue(0);
        assertThat(layout.pointAt(10, 3)).hasValue(11);
        assertThat(layout.pointAt(4, 0)).isEqualTo(OptionalInt.empty());
        assertThat(layout.pointAt(2, 1)).isEqualTo(OptionalInt.empty());
        assertThat(layout.pointAt(11, 1)).isEqualTo(OptionalInt.empty());
        assertThat(layout.pointAt(4, 4)).isEqualTo(OptionalInt.empty());
    }
}

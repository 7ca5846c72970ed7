package dev.tengen.gtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GtpColorTest {
    @ParameterizedTest
    @ValueSource(strings = {"b", "B", "black", "Black", "BLACK"})
    void parse_black_inAnyCase(String name) {
        assertThat(GtpColor.parse(name)).isEqualTo(Color.BLACK);
    }

    @ParameterizedTest
    @ValueSource(strings = {"w", "W", "white", "wHiTe"})
    void parse_white_inAnyCase(String name) {
        assertThat(GtpColor.parse(name)).isEqualTo(Color.WHITE);
    }

    @Test
    void parse_other_isRejected() {
        assertThatThrownBy(() -> GtpColor.parse("green"))
                .hasMessage("color \"green\" is not one of [b, black, w, white]");
    }

    @Test
    void name_ofAColor_readsBack() {
        assertThat(GtpColor.parse(GtpColor.name(Color.BLACK))).isEqualTo(Color.BLACK);
        assertThat(GtpColor.parse(GtpColor.name(Color.WHITE))).isEqualTo(Color.WHITE);
        assertThatThrownBy(() -> GtpColor.name(Color.EMPTY)).isInstanceOf(IllegalArgumentException.class);
    }

    /** The names of points in the core are the vertices of the protocol: no I, rows from the bottom, any case, pass. */
    @Test
    void vertex_namesOfTheCore_areTheProtocols() {
        Grid grid = Grid.square(9);

        assertThat(grid.name(grid.point("j9"))).isEqualTo("J9");
        assertThat(grid.point("a1")).isEqualTo(8 * 9);
        assertThat(grid.point("PASS")).isEqualTo(grid.pass());
        assertThat(Grid.square(25).point("Z25")).isEqualTo(24);
        assertThatThrownBy(() -> grid.point("I5")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> grid.point("K1")).isInstanceOf(IllegalArgumentException.class);
    }
}

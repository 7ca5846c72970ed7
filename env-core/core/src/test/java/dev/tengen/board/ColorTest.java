package dev.tengen.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ColorTest {
    /** The wire format promises these numbers. */
    @Test
    void colors_onTheWire_areZeroOneTwo() {
        assertThat(new int[] {Color.EMPTY, Color.BLACK, Color.WHITE}).containsExactly(0, 1, 2);
    }

    @Test
    void opponent_player_isTheOther() {
        assertThat(Color.opponent(Color.BLACK)).isEqualTo(Color.WHITE);
        assertThat(Color.opponent(Color.WHITE)).isEqualTo(Color.BLACK);
    }

    @ParameterizedTest
    @CsvSource({"-1, false", "0, false", "1, true", "2, true", "3, false"})
    void isPlayer_number_isWhetherBlackOrWhite(int color, boolean expected) {
        assertThat(Color.isPlayer(color)).isEqualTo(expected);
    }

    @Test
    void requirePlayer_player_isReturned() {
        assertThat(Color.requirePlayer(Color.WHITE)).isEqualTo(Color.WHITE);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 3})
    void requirePlayer_nobody_throwsWithTheValue(int color) {
        assertThatThrownBy(() -> Color.requirePlayer(color))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("color " + color + " is not 1 (Black) or 2 (White)");
    }

    @ParameterizedTest
    @CsvSource({"0, empty", "1, Black", "2, White"})
    void name_color_isTheWord(int color, String expected) {
        assertThat(Color.name(color)).isEqualTo(expected);
    }
}

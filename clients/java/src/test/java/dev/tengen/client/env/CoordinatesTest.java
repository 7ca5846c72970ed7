package dev.tengen.client.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.board.Grid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CoordinatesTest {
    @Test
    void name_everyActionOfEverySize_isThatOfTheCoreAndReadsBack() {
        int count = 0;
        for (int width = Grid.MIN_SIZE; width <= Grid.MAX_SIZE; width++) {
            for (int height = Grid.MIN_SIZE; height <= Grid.MAX_SIZE; height++) {
                Grid grid = Grid.of(width, height);
                for (int action = 0; action <= grid.pass(); action++) {
                    String name = Coordinates.name(action, width, height);
                    assertThat(name).isEqualTo(grid.name(action));
                    assertThat(Coordinates.action(name, width, height)).isEqualTo(action);
                    count++;
                }
            }
        }
        assertThat(count).isEqualTo(325 * 325 + 625);
    }

    @Test
    void action_lowerCaseAndSpaces_areAccepted() {
        assertThat(Coordinates.action(" d4 ", 9, 9)).isEqualTo(5 * 9 + 3);
        assertThat(Coordinates.action("Pass", 9, 9)).isEqualTo(81);
        assertThat(Coordinates.action("J1", 9, 9)).isEqualTo(80);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "I1", "K1", "A10", "A0", "A01", "1A", "AA1", "resign", "A1 B2"})
    void action_noSuchPoint_namesTheRange(String name) {
        assertThatThrownBy(() -> Coordinates.action(name, 9, 9))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("name \"" + name + "\" is neither a point from A1 to J9 nor pass");
    }

    @Test
    void name_noSuchAction_namesTheRange() {
        assertThat(Coordinates.name(-2, 9, 9)).isEqualTo("resign");
        assertThatThrownBy(() -> Coordinates.name(82, 9, 9)).hasMessage("action 82 is outside [0, 81] and not -2");
        assertThatThrownBy(() -> Coordinates.name(-1, 9, 9)).hasMessage("action -1 is outside [0, 81] and not -2");
        assertThatThrownBy(() -> Coordinates.name(0, 26, 9)).hasMessage("width 26 is outside [1, 25]");
    }
}

package dev.tengen.arena.opening;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpeningTest {
    private static final Grid GRID = Grid.square(3);

    private static Opening opening(Integer... moves) {
        return new Opening("o1", Setup.empty(GRID), List.of(moves));
    }

    @Test
    void play_legalMoves_areMade() {
        assertThat(opening(4, GRID.pass(), 0).play(Rules.TROMP_TAYLOR).moveNumber())
                .isEqualTo(3);
    }

    @Test
    void play_movesThatNoGameBeginsWith_areRefused() {
        assertThatThrownBy(() -> opening(4, 4).play(Rules.TROMP_TAYLOR))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("move 2 of opening o1, B2, is illegal: OCCUPIED");
        assertThatThrownBy(() -> opening(99).play(Rules.TROMP_TAYLOR))
                .hasMessage("move 1 of opening o1, 99, is illegal: OUT_OF_RANGE");
        assertThatThrownBy(() -> opening(9, 9).play(Rules.TROMP_TAYLOR))
                .hasMessage("the game is over after opening o1");
        assertThatThrownBy(() -> new Opening(" ", Setup.empty(GRID), List.of()))
                .hasMessage("opening \" \" is not an id that is not blank");
    }
}

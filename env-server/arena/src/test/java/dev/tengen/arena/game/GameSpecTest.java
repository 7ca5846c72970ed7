package dev.tengen.arena.game;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.arena.clock.TimeControl;
import dev.tengen.arena.opening.Opening;
import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class GameSpecTest {
    private static GameSpec spec(int maxMoves, Duration allowance, Integer... moves) {
        Opening opening = new Opening("o", Setup.empty(Grid.square(3)), List.of(moves));
        return new GameSpec(opening, Rules.TROMP_TAYLOR, maxMoves, TimeControl.NONE, allowance);
    }

    @Test
    void moveLimit_default_isThreeTimesThePoints() {
        assertThat(spec(0, Duration.ZERO).moveLimit()).isEqualTo(27);
        assertThat(spec(-1, Duration.ZERO).moveLimit()).isEqualTo(-1);
        assertThat(spec(5, Duration.ZERO).moveLimit()).isEqualTo(5);
    }

    @Test
    void new_valueOutOfRange_isRefused() {
        assertThatThrownBy(() -> spec(-2, Duration.ZERO))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("max_moves -2 is outside [-1, 1000000]");
        assertThatThrownBy(() -> spec(2, Duration.ZERO, 0, 1))
                .hasMessage("max_moves 2 is not more than 2, the moves of opening o");
        assertThatThrownBy(() -> spec(0, Duration.ofMinutes(2))).hasMessage("network_allowance 2m is outside [0s, 1m]");
        assertThatThrownBy(() -> spec(0, Duration.ZERO, 0, 0))
                .hasMessage("move 2 of opening o, A3, is illegal: OCCUPIED");
    }
}

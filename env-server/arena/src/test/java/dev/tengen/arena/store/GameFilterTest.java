package dev.tengen.arena.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import org.junit.jupiter.api.Test;

class GameFilterTest {
    @Test
    void filter_unknownWinner_isRefused() {
        assertThatThrownBy(() -> new GameFilter("", "", "ann", ""))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("[BLACK, WHITE, DRAW, VOID]");
    }

    @Test
    void filter_opponentWithoutPlayer_isRefused() {
        assertThatThrownBy(() -> new GameFilter("", "ann", "", ""))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("opponent \"ann\" is not the opponent of a player");
    }
}

package dev.tengen.arena.rating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import org.junit.jupiter.api.Test;

class GameResultTest {
    @Test
    void points_ofBothPlayers_areOneTogether() {
        assertThat(new GameResult("a", "b", Color.BLACK).points("a")).isEqualTo(1);
        assertThat(new GameResult("a", "b", Color.BLACK).points("b")).isZero();
        assertThat(new GameResult("a", "b", Color.WHITE).points("b")).isEqualTo(1);
        assertThat(new GameResult("a", "b", Color.EMPTY).points("a")).isEqualTo(0.5);
    }

    @Test
    void result_againstOneself_isRefused() {
        assertThatThrownBy(() -> new GameResult("a", "a", Color.BLACK))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("white \"a\" is not the name of another player");
    }

    @Test
    void result_blankName_isRefused() {
        assertThatThrownBy(() -> new GameResult(" ", "b", Color.BLACK))
                .hasMessage("black \" \" is not a player's name");
        assertThatThrownBy(() -> new GameResult("a", "", Color.BLACK)).hasMessageStartingWith("white \"\" is not");
    }

    @Test
    void result_unknownWinner_isRefused() {
        assertThatThrownBy(() -> new GameResult("a", "b", 3))
                .hasMessage("winner 3 is not 0 (a draw), 1 (Black) or 2 (White)");
    }
}

package dev.tengen.arena.opening;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SgfOpeningsTest {
    private static final Grid GRID = Grid.square(5);

    private static Opening read(int length, String sgf) {
        return new SgfOpenings(GRID, Rules.TROMP_TAYLOR, length).read("a.sgf", sgf.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void read_mainLine_isCutAtTheLength() {
        Opening opening = read(2, "(;GM[1]FF[4]SZ[5];B[aa];W[bb];B[cc](;W[dd])(;W[ee]))");

        assertThat(opening.id()).isEqualTo("a.sgf");
        assertThat(opening.moves()).containsExactly(0, 6);
        assertThat(read(9, "(;SZ[5];B[aa];W[bb](;B[cc])(;B[dd]))").moves()).containsExactly(0, 6, 12);
    }

    @Test
    void read_setup_isWhereTheGameStarts() {
        Game game = read(9, "(;SZ[5]AB[aa][bb]AW[cc]PL[W];W[dd])").play(Rules.TROMP_TAYLOR);

        assertThat(game.colorAt(0)).isEqualTo(Color.BLACK);
        assertThat(game.colorAt(18)).isEqualTo(Color.WHITE);
        assertThat(game.moveNumber()).isEqualTo(1);
    }

    @Test
    void read_noOpening_namesTheRecordAndTheReason() {
        assertRefused("(;SZ[5];B[aa];W[aa])", "opening a.sgf has the illegal move 2, A5: OCCUPIED");
        assertRefused("(;SZ[9];B[aa])", "opening a.sgf is on a board of 9x9");
        assertRefused("(;SZ[5];B[];W[])", "the game is over after opening a.sgf");
        assertThatThrownBy(() -> read(9, "no game"))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageStartingWith("opening a.sgf cannot be read: ");
        assertThatThrownBy(() -> read(-1, "")).hasMessage("opening_length -1 is outside [0, 1000]");
    }

    private static void assertRefused(String sgf, String message) {
        assertThatThrownBy(() -> read(9, sgf))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage(message);
    }
}

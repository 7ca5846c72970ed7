package dev.tengen.cli.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Grid;
import org.junit.jupiter.api.Test;

class BoardDrawingTest {
    private static final PointSymbols BOARD = "X.O.XO"::charAt;

    @Test
    void draw_lastMoveInTheMiddle_isInBrackets() {
        assertThat(BoardDrawing.draw(Grid.of(3, 2), BOARD, 4)).isEqualTo("""
                            A B C
                          2 X . O 2
                          1 .(X)O 1
                            A B C
                        """);
    }

    @Test
    void draw_lastMoveAtTheEdge_isInBrackets() {
        assertThat(BoardDrawing.draw(Grid.of(3, 2), BOARD, 5)).contains("  1 . X(O)1\n");
    }

    @Test
    void draw_pass_marksNothing() {
        assertThat(BoardDrawing.draw(Grid.of(3, 2), BOARD, 6)).doesNotContain("(", ")");
    }
}

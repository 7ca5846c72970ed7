package dev.tengen.planes.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.testing.Diagrams;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RocAlphaGoEyesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                // The only point of the board.
                "*",
                // A corner with an own diagonal, and one without.
                """
                * X . X .
                X X O . X
                . . . X .
                """,
                // On the edge no diagonal may be bad.
                """
                X . X X * X
                X X O X X X
                . . . . . .
                """,
                // In the middle one diagonal may be bad.
                """
                X X X X .
                X * X X .
                X X O X .
                . . . . .
                """,
                // But not two.
                """
                X X O X .
                X . X X .
                X X O X .
                . . . . .
                """,
                // Two eyes that are diagonals of each other hold.
                """
                * X X .
                X * X .
                X X O .
                . . . .
                """,
                // But not if one of them does not.
                """
                . X O .
                X . X .
                X X O .
                . . . .
                """
            })
    void find_drawnPosition_hasTheMarkedEyes(String drawing) {
        Board board = Diagrams.board(drawing);
        RocAlphaGoEyes eyes = new RocAlphaGoEyes(board.grid());

        assertThat(Diagrams.draw(eyes.find(board, Color.BLACK))).isEqualTo(Diagrams.draw(Diagrams.marked(drawing)));
        for (int point = 0; point < board.grid().pointCount(); point++) {
            boolean isMarked = Diagrams.marked(drawing).contains(point);
            boolean isEmpty = board.colorAt(point) == Color.EMPTY;
            assertThat(isEmpty && eyes.isEye(board, point, Color.BLACK)).isEqualTo(isMarked);
        }
    }
}

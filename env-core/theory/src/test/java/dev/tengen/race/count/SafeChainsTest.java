package dev.tengen.race.count;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.testing.Diagrams;
import org.junit.jupiter.api.Test;

class SafeChainsTest {
    private static PointSet safe(String drawing, int color) {
        Board board = Diagrams.board(drawing);
        return new SafeChains(board, Diagrams.marked(drawing)).stones(color);
    }

    @Test
    void stones_twoEyes_isSafe() {
        PointSet safe = safe("""
                . X . X O
                X X X X O
                O O O O .
                """, Color.BLACK);

        assertThat(safe.size()).isEqualTo(6);
    }

    @Test
    void stones_eyesThatSuicideCanClear_isNotSafe() {
        // All empty points of the upper left are liberties of Black, but not all points that can be emptied.
        String drawing = """
                O . X . X
                O O X X X
                . X X O O
                X X O O .
                """;

        assertThat(safe(drawing, Color.BLACK).isEmpty()).isTrue();
    }

    @Test
    void stones_oneLibertyOutOfPlay_isSafe() {
        PointSet safe = safe("""
                * O X . .
                O O X . .
                X X X . .
                """, Color.WHITE);

        assertThat(safe.size()).isEqualTo(3);
    }

    @Test
    void stones_besideOtherStonesAtAPointOutOfPlay_areTheChainThereAlone() {
        PointSet safe = safe("""
                * O X O .
                X X X O O
                """, Color.WHITE);

        assertThat(safe.size()).isEqualTo(1);
        assertThat(safe.contains(safe.grid().point("B2"))).isTrue();
    }
}

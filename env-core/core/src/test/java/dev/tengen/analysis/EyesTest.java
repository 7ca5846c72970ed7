package dev.tengen.analysis;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.EMPTY;
import static dev.tengen.board.Color.WHITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Board;
import dev.tengen.board.PointSet;
import dev.tengen.testing.Diagrams;
import org.junit.jupiter.api.Test;

class EyesTest {
    private static boolean isBlackEye(String drawing, String name) {
        Board board = Diagrams.board(drawing);
        return Eyes.isEye(board, board.grid().point(name), BLACK);
    }

    private static boolean isFalseBlackEye(String drawing, String name) {
        Board board = Diagrams.board(drawing);
        int point = board.grid().point(name);
        return Eyes.isSurrounded(board, point, BLACK) && !Eyes.isEye(board, point, BLACK);
    }

    @Test
    void isEye_ownStonesAllAround_isTrue() {
        assertThat(isBlackEye("""
                . X .
                X . X
                . X .
                """, "B2")).isTrue();
    }

    @Test
    void isEye_oneNeighborMissing_isFalse() {
        assertThat(isBlackEye("""
                X X X
                X . X
                X . X
                """, "B2")).isFalse();
    }

    @Test
    void isEye_oneNeighborOfTheEnemy_isFalse() {
        assertThat(isBlackEye("""
                X X X
                X . X
                X O X
                """, "B2")).isFalse();
    }

    @Test
    void isEye_oneEnemyDiagonalInTheMiddle_isTrue() {
        assertThat(isBlackEye("""
                . X O
                X . X
                . X .
                """, "B2")).isTrue();
    }

    @Test
    void isEye_twoEnemyDiagonalsInTheMiddle_isFalse() {
        assertThat(isBlackEye("""
                O X .
                X . X
                . X O
                """, "B2")).isFalse();
    }

    @Test
    void isEye_noEnemyDiagonalAtTheEdge_isTrue() {
        assertThat(isBlackEye("""
                X . X
                . X .
                """, "B2")).isTrue();
    }

    @Test
    void isEye_oneEnemyDiagonalAtTheEdge_isFalse() {
        assertThat(isBlackEye("""
                X . X
                O X .
                """, "B2")).isFalse();
    }

    @Test
    void isEye_corner_isTrue() {
        assertThat(isBlackEye("""
                . X
                X .
                """, "A2")).isTrue();
    }

    @Test
    void isEye_enemyDiagonalOfTheCorner_isFalse() {
        assertThat(isBlackEye("""
                . X
                X O
                """, "A2")).isFalse();
    }

    @Test
    void isEye_otherColor_isFalse() {
        Board board = Diagrams.board("""
                . X
                X .
                """);

        assertThat(Eyes.isEye(board, 0, WHITE)).isFalse();
    }

    @Test
    void isFalseEye_twoEnemyDiagonalsInTheMiddle_isTrue() {
        assertThat(isFalseBlackEye("""
                O X .
                X . X
                . X O
                """, "B2")).isTrue();
    }

    @Test
    void isFalseEye_oneEnemyDiagonalInTheMiddle_isFalse() {
        assertThat(isFalseBlackEye("""
                O X .
                X . X
                . X .
                """, "B2")).isFalse();
    }

    @Test
    void isFalseEye_oneEnemyDiagonalAtTheEdge_isTrue() {
        assertThat(isFalseBlackEye("""
                X . X
                O X .
                """, "B2")).isTrue();
    }

    /** Diagonals matter only for a surrounded point. */
    @Test
    void isFalseEye_notSurrounded_isFalse() {
        assertThat(isFalseBlackEye("""
                O X O
                X . .
                O X O
                """, "B2")).isFalse();
    }

    @Test
    void isSurrounded_oneNeighborEmpty_isFalse() {
        Board board = Diagrams.board("""
                . X
                . .
                """);

        assertThat(Eyes.isSurrounded(board, 0, BLACK)).isFalse();
    }

    @Test
    void removeEyes_someEyes_leavesTheOtherPoints() {
        Board board = Diagrams.board("""
                . X . O .
                X X . O O
                . X . O .
                """);
        PointSet points = board.points(EMPTY).copy();

        Eyes.removeEyes(board, BLACK, points);

        assertThat(Diagrams.draw(points)).isEqualTo("""
                        . . * . *
                        . . * . .
                        . . * . *
                        """);
    }
}

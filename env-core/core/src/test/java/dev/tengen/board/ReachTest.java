package dev.tengen.board;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.EMPTY;
import static dev.tengen.board.Color.WHITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.testing.Diagrams;
import org.junit.jupiter.api.Test;

class ReachTest {
    private static final String POSITION = """
            . X . O .
            . X . O O
            X X . X .
            . . O X X
            """;

    private static Reach reach(String drawing, String name) {
        Board board = Diagrams.board(drawing);
        return board.reach(board.grid().point(name));
    }

    @Test
    void region_stone_isItsChain() {
        assertThat(Diagrams.draw(reach(POSITION, "A2").region())).isEqualTo("""
                        . * . . .
                        . * . . .
                        * * . . .
                        . . . . .
                        """);
    }

    @Test
    void region_emptyPoint_isItsEmptyArea() {
        assertThat(Diagrams.draw(reach(POSITION, "A4").region())).isEqualTo("""
                        * . . . .
                        * . . . .
                        . . . . .
                        . . . . .
                        """);
    }

    @Test
    void border_stone_areThePointsOfOtherColorsBesideItsChain() {
        assertThat(Diagrams.draw(reach(POSITION, "E1").border())).isEqualTo("""
                        . . . . .
                        . . . * .
                        . . * . *
                        . . * . .
                        """);
    }

    @Test
    void border_emptyPoint_areTheStonesBesideItsArea() {
        assertThat(Diagrams.draw(reach(POSITION, "C3").border())).isEqualTo("""
                        . * . * .
                        . * . * .
                        . * . * .
                        . . * . .
                        """);
    }

    @Test
    void color_stone_isItsOwn() {
        assertThat(reach(POSITION, "C1").color()).isEqualTo(WHITE);
    }

    @Test
    void reachesEmpty_chainWithLiberty_isTrue() {
        assertThat(reach("X O .", "B1").reachesEmpty()).isTrue();
    }

    @Test
    void reachesEmpty_chainWithoutLiberty_isFalse() {
        assertThat(reach("X O .", "A1").reachesEmpty()).isFalse();
    }

    @Test
    void reachesBlack_whiteStoneBesideBlack_isTrue() {
        assertThat(reach("X O .", "B1").reachesBlack()).isTrue();
    }

    @Test
    void reachesWhite_blackStoneFarFromWhite_isFalse() {
        assertThat(reach("X . O", "A1").reachesWhite()).isFalse();
    }

    @Test
    void owner_stone_isItsOwnColor() {
        assertThat(reach("X . O", "C1").owner()).isEqualTo(WHITE);
    }

    @Test
    void owner_emptyPointThatReachesBlackAlone_isBlack() {
        assertThat(reach(POSITION, "A4").owner()).isEqualTo(BLACK);
    }

    @Test
    void owner_emptyPointThatReachesWhiteAlone_isWhite() {
        assertThat(reach(POSITION, "E4").owner()).isEqualTo(WHITE);
    }

    @Test
    void owner_emptyPointThatReachesBoth_isNobody() {
        assertThat(reach(POSITION, "C4").owner()).isEqualTo(EMPTY);
    }

    @Test
    void owner_emptyBoard_isNobody() {
        assertThat(reach(". .", "A1").owner()).isEqualTo(EMPTY);
    }
}

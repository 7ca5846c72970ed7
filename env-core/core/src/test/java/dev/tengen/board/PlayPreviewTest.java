package dev.tengen.board;

import static dev.tengen.board.Color.BLACK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.testing.Diagrams;
import org.junit.jupiter.api.Test;

class PlayPreviewTest {
    private static PlayPreview preview(String drawing, String name) {
        Board board = Diagrams.board(drawing);
        PlayPreview preview = new PlayPreview();
        board.preview(board.grid().point(name), BLACK, preview);
        return preview;
    }

    private static long hashAfter(String drawing, String name) {
        return Diagrams.board(drawing).hashAfter(preview(drawing, name));
    }

    @Test
    void isSuicide_emptyNeighbor_isFalse() {
        assertThat(preview("""
                . O .
                O . .
                . O .
                """, "B2").isSuicide()).isFalse();
    }

    @Test
    void isSuicide_ownNeighborWithAnotherLiberty_isFalse() {
        assertThat(preview("""
                . O .
                O . X
                . O .
                """, "B2").isSuicide()).isFalse();
    }

    @Test
    void isSuicide_everyOwnNeighborInAtari_isTrue() {
        assertThat(preview("""
                . O O
                O . X
                . O O
                """, "B2").isSuicide()).isTrue();
    }

    @Test
    void isSuicide_captureMakesTheOnlyLiberty_isFalse() {
        assertThat(preview("""
                . O X
                O . O
                . O X
                """, "B2").isSuicide()).isFalse();
    }

    @Test
    void capturedCount_oneChainTouchedTwice_countsItOnce() {
        assertThat(preview("""
                O O X
                O . X
                X X X
                """, "B2").capturedCount()).isEqualTo(3);
    }

    @Test
    void capturedCount_twoChains_isTheirSum() {
        assertThat(preview("""
                X O X
                O . X
                X X .
                """, "B2").capturedCount()).isEqualTo(2);
    }

    @Test
    void capturedCount_nothingInAtari_isZero() {
        assertThat(preview("""
                . O .
                O . .
                """, "B1").capturedCount()).isZero();
    }

    @Test
    void suicideCount_twoChainsInAtari_countsThemAndThePlayedStone() {
        assertThat(preview("""
                X X . X O
                O O O O .
                """, "C2").suicideCount()).isEqualTo(4);
    }

    @Test
    void suicideCount_noSuicide_isZero() {
        assertThat(preview("X . .", "B1").suicideCount()).isZero();
    }

    @Test
    void hashAfter_oneStoneSuicide_isThatOfTheBoardAsItStands() {
        String drawing = """
                . O
                O .
                """;

        assertThat(hashAfter(drawing, "A2")).isEqualTo(Diagrams.board(drawing).hash());
    }

    @Test
    void hashAfter_capture_isThatOfTheColoringAfterwards() {
        assertThat(hashAfter("X O .", "C1")).isEqualTo(Diagrams.board("X . X").hash());
    }

    @Test
    void preview_usedAgain_forgetsTheLastPlay() {
        Board board = Diagrams.board("X O . . .");
        PlayPreview preview = new PlayPreview();
        board.preview(2, BLACK, preview);

        board.preview(4, BLACK, preview);

        assertThat(preview.capturedCount()).isZero();
    }
}

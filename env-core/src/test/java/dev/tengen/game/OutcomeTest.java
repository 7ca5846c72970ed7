package dev.tengen.game;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.WHITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.testing.Diagrams;
import org.junit.jupiter.api.Test;

class OutcomeTest {
    private static final AreaScore SCORE = AreaScore.of(Diagrams.board("X . ."), 0.5);

    @Test
    void text_endByPasses_isThatOfTheScore() {
        assertThat(new Outcome(BLACK, false, SCORE).text()).isEqualTo("B+2.5");
    }

    @Test
    void text_whiteResigned_isBlackByResignation() {
        assertThat(new Outcome(BLACK, true, SCORE).text()).isEqualTo("B+R");
    }

    @Test
    void text_blackResigned_isWhiteByResignation() {
        assertThat(new Outcome(WHITE, true, SCORE).text()).isEqualTo("W+R");
    }
}

package dev.tengen.game;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.WHITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.testing.Diagrams;
import org.junit.jupiter.api.Test;

class OutcomeTest {
    private static final Score SCORE = Score.of(Diagrams.board("X . ."), Rules.TROMP_TAYLOR.withKomi(0.5));

    @Test
    void text_endByPasses_isThatOfTheScore() {
        assertThat(new Outcome(BLACK, Outcome.Ending.PASSES, SCORE).text()).isEqualTo("B+2.5");
    }

    @Test
    void text_whiteResigned_isBlackByResignation() {
        assertThat(new Outcome(BLACK, Outcome.Ending.RESIGNATION, SCORE).text()).isEqualTo("B+R");
    }

    @Test
    void text_blackResigned_isWhiteByResignation() {
        assertThat(new Outcome(WHITE, Outcome.Ending.RESIGNATION, SCORE).text()).isEqualTo("W+R");
    }
}

package dev.tengen.game;

import static dev.tengen.testing.Diagrams.play;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.testing.Diagrams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The earlier position that a forbidden play would repeat. */
class RepeatedMoveNumberTest {
    private static final String KO = """
            . X O .
            X O . O
            . X O .
            . . . .
            """;

    private static final String SENDING_TWO = """
            . O X . .
            O O X . .
            X . . X .
            """;

    private static int repeatedMoveNumber(Game game, String name) {
        return game.repeatedMoveNumber(game.grid().point(name));
    }

    @ParameterizedTest
    @CsvSource({"POSITIONAL", "SITUATIONAL", "SIMPLE"})
    void repeatedMoveNumber_startRestored_isZero(Ko ko) {
        Game game = play(Diagrams.game(KO, Rules.TROMP_TAYLOR.withKo(ko)), "C3");

        assertThat(repeatedMoveNumber(game, "B3")).isZero();
    }

    @ParameterizedTest
    @CsvSource({"POSITIONAL", "SITUATIONAL", "NATURAL_SITUATIONAL"})
    void repeatedMoveNumber_positionAfterSomeMove_isThatMove(Ko ko) {
        Game game = play(Diagrams.game(SENDING_TWO, Rules.TROMP_TAYLOR.withKo(ko)), "B1 C1 B1 pass");

        assertThat(repeatedMoveNumber(game, "A1")).isEqualTo(1);
    }

    /** A position that stood during passes counts from the move that made it. */
    @Test
    void repeatedMoveNumber_positionThatStoodOverPasses_isTheFirstMoveOfIt() {
        Rules rules = Rules.TROMP_TAYLOR.withPassesToEnd(3);
        Game game = play(Diagrams.game(SENDING_TWO, rules), "B1 pass pass C1 B1 pass");

        assertThat(repeatedMoveNumber(game, "A1")).isEqualTo(1);
    }

    @Test
    void repeatedMoveNumber_simpleKo_isTheMoveBeforeTheOpponentsLast() {
        Game game = play(Diagrams.game(KO, Rules.TROMP_TAYLOR.withKo(Ko.SIMPLE)), "D1 A1 C3");

        assertThat(repeatedMoveNumber(game, "B3")).isEqualTo(2);
    }

    @Test
    void repeatedMoveNumber_oneStoneSuicide_isTheLastMove() {
        Game game = play(Diagrams.game("""
                        . O . .
                        O . . .
                        """), "D1 D2");

        assertThat(repeatedMoveNumber(game, "A2")).isEqualTo(2);
    }

    @Test
    void repeatedMoveNumber_legalPlay_throws() {
        Game game = Diagrams.game(KO);

        assertThatThrownBy(() -> game.repeatedMoveNumber(6))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("move 6 is LEGAL, not REPETITION");
    }

    @Test
    void repeatedMoveNumber_pass_throws() {
        Game game = Diagrams.game(KO);

        assertThatThrownBy(() -> game.repeatedMoveNumber(16))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("move 16 is LEGAL, not REPETITION");
    }

    @Test
    void repeatedMoveNumber_noMove_throws() {
        Game game = Diagrams.game(KO);

        assertThatThrownBy(() -> game.repeatedMoveNumber(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("move -1 is OUT_OF_RANGE, not REPETITION");
    }
}

package dev.tengen.game;

import static dev.tengen.board.Color.WHITE;
import static dev.tengen.testing.Diagrams.draw;
import static dev.tengen.testing.Diagrams.legality;
import static dev.tengen.testing.Diagrams.play;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.testing.Diagrams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The three suicide rules, and how the ko rules treat suicides. */
class SuicideTest {
    /** A play at A3 removes itself. */
    private static final String ONE_STONE = """
            . O .
            O . .
            . . .
            """;

    /** A play at B3 removes itself and A3. */
    private static final String TWO_STONES = """
            X . O
            O O O
            . . .
            """;

    /** A stone of Black's at A1 or of White's at C3 would remove itself. */
    private static final String BOTH_SIDES = """
            . X .
            O . X
            . O .
            """;

    private static Game game(String drawing, Ko ko, Suicide suicide) {
        return Diagrams.game(drawing, new Rules(ko, suicide, 3, 0));
    }

    @ParameterizedTest
    @CsvSource({
        "POSITIONAL, FORBIDDEN, SUICIDE",
        "POSITIONAL, MULTI_STONE, SUICIDE",
        "POSITIONAL, ANY, REPETITION",
        "SITUATIONAL, FORBIDDEN, SUICIDE",
        "SITUATIONAL, MULTI_STONE, SUICIDE",
        "SITUATIONAL, ANY, LEGAL",
        "NATURAL_SITUATIONAL, FORBIDDEN, SUICIDE",
        "NATURAL_SITUATIONAL, MULTI_STONE, SUICIDE",
        "NATURAL_SITUATIONAL, ANY, LEGAL",
        "SIMPLE, FORBIDDEN, SUICIDE",
        "SIMPLE, MULTI_STONE, SUICIDE",
        "SIMPLE, ANY, LEGAL",
        "NONE, FORBIDDEN, SUICIDE",
        "NONE, MULTI_STONE, SUICIDE",
        "NONE, ANY, LEGAL"
    })
    void legality_oneStoneSuicide_isJudgedBySuicideRuleThenKoRule(Ko ko, Suicide suicide, Legality expected) {
        assertThat(legality(game(ONE_STONE, ko, suicide), "A3")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "POSITIONAL, FORBIDDEN, SUICIDE",
        "POSITIONAL, MULTI_STONE, LEGAL",
        "POSITIONAL, ANY, LEGAL",
        "SITUATIONAL, FORBIDDEN, SUICIDE",
        "SITUATIONAL, MULTI_STONE, LEGAL",
        "NATURAL_SITUATIONAL, MULTI_STONE, LEGAL",
        "SIMPLE, FORBIDDEN, SUICIDE",
        "SIMPLE, MULTI_STONE, LEGAL",
        "NONE, FORBIDDEN, SUICIDE",
        "NONE, ANY, LEGAL"
    })
    void legality_twoStoneSuicide_isForbiddenOnlyByName(Ko ko, Suicide suicide, Legality expected) {
        assertThat(legality(game(TWO_STONES, ko, suicide), "B3")).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(Suicide.class)
    void legality_captureOnAPointWithoutLiberty_isNoSuicide(Suicide suicide) {
        Game game = game("""
                . O X
                O X .
                X . .
                """, Ko.POSITIONAL, suicide);

        assertThat(legality(game, "A3")).isEqualTo(Legality.LEGAL);
    }

    @Test
    void play_twoStoneSuicide_removesBothStones() {
        Game game = game(TWO_STONES, Ko.POSITIONAL, Suicide.ANY);

        play(game, "B3");

        assertThat(draw(game)).isEqualTo("""
                        . . O
                        O O O
                        . . .
                        """);
    }

    @Test
    void capturedCount_twoStoneSuicide_isTwo() {
        Game game = game(TWO_STONES, Ko.POSITIONAL, Suicide.ANY);

        play(game, "B3");

        assertThat(game.capturedCount()).isEqualTo(2);
    }

    @Test
    void play_oneStoneSuicide_leavesTheBoard() {
        Game game = game(ONE_STONE, Ko.NONE, Suicide.ANY);

        play(game, "A3");

        assertThat(draw(game)).isEqualTo(ONE_STONE);
    }

    @Test
    void play_oneStoneSuicide_handsOverTheTurn() {
        Game game = game(ONE_STONE, Ko.NONE, Suicide.ANY);

        play(game, "A3");

        assertThat(game.playerToMove()).isEqualTo(WHITE);
    }

    @Test
    void play_oneStoneSuicideAfterPass_startsThePassCountAgain() {
        Game game = game(BOTH_SIDES, Ko.NONE, Suicide.ANY);

        play(game, "pass C3");

        assertThat(game.passCount()).isZero();
    }

    /** A two-stone suicide that removes the stones that Black added while White passed. */
    @ParameterizedTest
    @CsvSource({
        "POSITIONAL, REPETITION",
        "SITUATIONAL, LEGAL",
        "NATURAL_SITUATIONAL, LEGAL",
        "SIMPLE, LEGAL",
        "NONE, LEGAL"
    })
    void legality_suicideThatRestoresTheStart_isForbiddenByPositionalSuperkoAlone(Ko ko, Legality expected) {
        Game game = game("""
                . . O
                O O O
                . . .
                """, ko, Suicide.ANY);

        play(game, "A3 pass");

        assertThat(legality(game, "B3")).isEqualTo(expected);
    }

    /**
     * Simple ko forbids the board before the opponent's last play. After a one-stone suicide that is the current board.
     */
    @ParameterizedTest
    @CsvSource({"SITUATIONAL, REPETITION", "NATURAL_SITUATIONAL, LEGAL", "SIMPLE, REPETITION", "NONE, LEGAL"})
    void legality_oneStoneSuicideAgainstOneStoneSuicide_isJudgedByTheKoRule(Ko ko, Legality expected) {
        Game game = game(BOTH_SIDES, ko, Suicide.ANY);

        play(game, "A1");

        assertThat(legality(game, "C3")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"SITUATIONAL, REPETITION", "NATURAL_SITUATIONAL, REPETITION", "SIMPLE, LEGAL", "NONE, LEGAL"})
    void legality_sameOneStoneSuicideAfterPass_isForbiddenByEverySuperko(Ko ko, Legality expected) {
        Game game = game(BOTH_SIDES, ko, Suicide.ANY);

        play(game, "A1 pass");

        assertThat(legality(game, "A1")).isEqualTo(expected);
    }

    @Test
    void legality_onlyPointOfTheBoard_isARepetitionUnderTrompTaylor() {
        assertThat(legality(Diagrams.game("."), "A1")).isEqualTo(Legality.REPETITION);
    }

    @Test
    void legality_onlyPointOfTheBoard_isLegalWithoutKoRule() {
        assertThat(legality(game(".", Ko.NONE, Suicide.ANY), "A1")).isEqualTo(Legality.LEGAL);
    }
}

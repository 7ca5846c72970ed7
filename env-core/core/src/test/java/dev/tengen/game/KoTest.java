package dev.tengen.game;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.WHITE;
import static dev.tengen.testing.Diagrams.legality;
import static dev.tengen.testing.Diagrams.play;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Zobrist;
import dev.tengen.testing.Diagrams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The five ko rules on drawn positions: what each forbids, and how they differ. */
class KoTest {
    /** Black can take at C3. */
    private static final String KO = """
            . X O .
            X O . O
            . X O .
            . . . .
            """;

    /** White plays C4, which makes the ko shape; then Black takes at C3. */
    private static final String BEFORE_KO = """
            . X . .
            X O . O
            . X O .
            . . . .
            """;

    /** Black sends two stones at A1 and B1, White captures them at C1, Black captures that stone at B1. */
    private static final String SENDING_TWO = """
            . O X . .
            O O X . .
            . X . X .
            """;

    /** The same with the other one of the two stones on the board. */
    private static final String SENDING_ONE_MORE = """
            . O X . .
            O O X . .
            X . . X .
            """;

    /** White holds the first and third ko, Black the second. */
    private static final String TRIPLE_KO = """
            . X O .
            X O . O
            . X O .
            . X O .
            X . X O
            . X O .
            . X O .
            X O . O
            . X O .
            """;

    private static Game game(String drawing, Ko ko) {
        return Diagrams.game(drawing, Rules.TROMP_TAYLOR.withKo(ko).withPassesToEnd(3));
    }

    private static Game game(String drawing, Ko ko, int playerToMove) {
        return Diagrams.game(drawing, Rules.TROMP_TAYLOR.withKo(ko).withPassesToEnd(3), playerToMove);
    }

    @ParameterizedTest
    @CsvSource({
        "POSITIONAL, REPETITION",
        "SITUATIONAL, REPETITION",
        "NATURAL_SITUATIONAL, REPETITION",
        "SIMPLE, REPETITION",
        "NONE, LEGAL"
    })
    void legality_immediateKoRecapture_isForbiddenByEveryKoRule(Ko ko, Legality expected) {
        Game game = game(BEFORE_KO, ko, WHITE);

        play(game, "C4 C3");

        assertThat(legality(game, "B3")).isEqualTo(expected);
    }

    /** Nobody made the starting coloring, which matters only to the natural situational rule. */
    @ParameterizedTest
    @CsvSource({
        "POSITIONAL, REPETITION",
        "SITUATIONAL, REPETITION",
        "NATURAL_SITUATIONAL, LEGAL",
        "SIMPLE, REPETITION",
        "NONE, LEGAL"
    })
    void legality_recaptureThatRestoresTheStart_isLegalWhereNobodyMadeIt(Ko ko, Legality expected) {
        Game game = game(KO, ko);

        play(game, "C3");

        assertThat(legality(game, "B3")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "POSITIONAL, REPETITION",
        "SITUATIONAL, REPETITION",
        "NATURAL_SITUATIONAL, REPETITION",
        "SIMPLE, LEGAL",
        "NONE, LEGAL"
    })
    void legality_koRecaptureAfterTwoPasses_isLegalUnlessSuperkoForbidsIt(Ko ko, Legality expected) {
        Game game = game(BEFORE_KO, ko, WHITE);

        play(game, "C4 C3 pass pass");

        assertThat(legality(game, "B3")).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(Ko.class)
    void legality_koRecaptureAfterThreats_isLegal(Ko ko) {
        Game game = game(KO, ko);

        play(game, "C3 D1 A1");

        assertThat(legality(game, "B3")).isEqualTo(Legality.LEGAL);
    }

    @ParameterizedTest
    @EnumSource(Ko.class)
    void legality_recaptureOfTwoStones_isNoKo(Ko ko) {
        Game game = game("""
                . X X O .
                X O O . O
                . X X O .
                """, ko);

        play(game, "D2");

        assertThat(legality(game, "C2")).isEqualTo(Legality.LEGAL);
    }

    @ParameterizedTest
    @EnumSource(Ko.class)
    void legality_anyPass_isLegal(Ko ko) {
        Game game = game(KO, ko);

        play(game, "C3 pass");

        assertThat(legality(game, "pass")).isEqualTo(Legality.LEGAL);
    }

    /**
     * Black's B1 restores the starting coloring, which no move of the game made. White is to move there for the first
     * time.
     */
    @ParameterizedTest
    @CsvSource({
        "POSITIONAL, REPETITION",
        "SITUATIONAL, LEGAL",
        "NATURAL_SITUATIONAL, LEGAL",
        "SIMPLE, LEGAL",
        "NONE, LEGAL"
    })
    void legality_sendingTwoReturningOne_isForbiddenByPositionalSuperkoAlone(Ko ko, Legality expected) {
        Game game = game(SENDING_TWO, ko);

        play(game, "A1 C1");

        assertThat(legality(game, "B1")).isEqualTo(expected);
    }

    /** After one round, the cycle reaches a coloring that Black made and in which White was to move. */
    @ParameterizedTest
    @CsvSource({"SITUATIONAL, REPETITION", "NATURAL_SITUATIONAL, REPETITION", "SIMPLE, LEGAL", "NONE, LEGAL"})
    void legality_sendingTwoReturningOneAgain_isForbiddenByEverySuperko(Ko ko, Legality expected) {
        Game game = game(SENDING_TWO, ko);

        play(game, "A1 C1 B1 pass");

        assertThat(legality(game, "A1")).isEqualTo(expected);
    }

    /** Black's pass, not a play, created the situation that Black's B1 repeats. */
    @ParameterizedTest
    @CsvSource({
        "POSITIONAL, REPETITION",
        "SITUATIONAL, REPETITION",
        "NATURAL_SITUATIONAL, LEGAL",
        "SIMPLE, LEGAL",
        "NONE, LEGAL"
    })
    void legality_situationReachedByPassBefore_countsForSituationalAndNotForNatural(Ko ko, Legality expected) {
        Game game = game(SENDING_TWO, ko);

        play(game, "pass pass A1 C1");

        assertThat(legality(game, "B1")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "POSITIONAL, REPETITION",
        "SITUATIONAL, REPETITION",
        "NATURAL_SITUATIONAL, REPETITION",
        "SIMPLE, LEGAL",
        "NONE, LEGAL"
    })
    void legality_repetitionThatCapturesNothing_isForbiddenByEverySuperko(Ko ko, Legality expected) {
        Game game = game(SENDING_ONE_MORE, ko);

        play(game, "B1 C1 B1 pass");

        assertThat(legality(game, "A1")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "POSITIONAL, REPETITION",
        "SITUATIONAL, REPETITION",
        "NATURAL_SITUATIONAL, LEGAL",
        "SIMPLE, LEGAL",
        "NONE, LEGAL"
    })
    void legality_tripleKoRoundFromTheStart_isForbiddenUnlessNobodyMadeIt(Ko ko, Legality expected) {
        Game game = game(TRIPLE_KO, ko);

        play(game, "C8 B5 C2 B8 C5");

        assertThat(legality(game, "B2")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"NATURAL_SITUATIONAL, REPETITION", "SIMPLE, LEGAL", "NONE, LEGAL"})
    void legality_tripleKoSecondRound_isForbiddenByNaturalSuperkoToo(Ko ko, Legality expected) {
        Game game = game(TRIPLE_KO, ko);

        play(game, "C8 B5 C2 B8 C5 B2");

        assertThat(legality(game, "C8")).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(Ko.class)
    void legality_coloringWithOneMoreStone_isNoRepetition(Ko ko) {
        Game game = game(TRIPLE_KO, ko);

        play(game, "C8 B5 C2 B8 C5 pass A1");

        assertThat(legality(game, "B2")).isEqualTo(Legality.LEGAL);
    }

    /**
     * The starting coloring counts no matter who moves first. Here White's first play and Black's answer restore it.
     */
    @Test
    void legality_startWithWhiteToMove_isRememberedToo() {
        Game game = Diagrams.game("""
                . X O .
                X . X O
                . X O .
                """, Rules.TROMP_TAYLOR, WHITE);

        play(game, "B2");

        assertThat(legality(game, "C2")).isEqualTo(Legality.REPETITION);
    }

    @ParameterizedTest
    @CsvSource({"POSITIONAL, true", "SITUATIONAL, true", "NATURAL_SITUATIONAL, true", "SIMPLE, false", "NONE, false"})
    void isSuperko_rule_isWhetherItLooksAtTheWholeGame(Ko ko, boolean expected) {
        assertThat(ko.isSuperko()).isEqualTo(expected);
    }

    /** With keys of two bits most colorings have equal hashes. Legality must not change. */
    @ParameterizedTest
    @EnumSource(Ko.class)
    void legality_collidingHashes_isTheSame(Ko ko) {
        Rules rules = Rules.TROMP_TAYLOR.withKo(ko);
        Setup setup = Diagrams.setup(TRIPLE_KO, BLACK);
        Game exact = new Game(setup, rules);
        Game colliding = new Game(setup, rules, Zobrist.of(setup.grid(), 2));

        play(exact, "C8 B5 C2 B8 C5");
        play(colliding, "C8 B5 C2 B8 C5");

        assertThat(Diagrams.drawLegal(colliding)).isEqualTo(Diagrams.drawLegal(exact));
    }
}

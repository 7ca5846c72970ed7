package dev.tengen.game;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.WHITE;
import static dev.tengen.testing.Diagrams.legality;
import static dev.tengen.testing.Diagrams.play;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.PointSet;
import dev.tengen.testing.Diagrams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The drawn examples of docs/reference/rules.md, each under two rule sets. */
class RulesExamplesTest {
    private static final Rules EVEN = Rules.TROMP_TAYLOR.withKomi(0);

    private static final String KO = """
            . X O .
            X O . O
            . X O .
            """;

    private static final String LONE_SUICIDE = """
            . X
            X .
            """;

    private static final String PAIR_SUICIDE = """
            X . O
            O O O
            . . .
            """;

    private static final String HALVES = """
            . X O .
            . X O .
            . X O .
            """;

    private static final String SEKI = """
            . . X . O .
            """;

    private static final String THREE_GROUPS = """
            . O X . X O .
            O O X X X O O
            . O X . X O .
            """;

    private static final String DEAD_STONE = """
            O . X .
            . X . .
            X . . .
            . . . .
            """;

    private static Rules with(Ko ko) {
        return EVEN.withKo(ko);
    }

    @ParameterizedTest
    @CsvSource({
        "POSITIONAL, REPETITION",
        "SITUATIONAL, REPETITION",
        "NATURAL_SITUATIONAL, LEGAL",
        "SIMPLE, REPETITION",
        "NONE, LEGAL"
    })
    void ko_takenBackAtOnce(Ko ko, Legality expected) {
        assertThat(legality(play(Diagrams.game(KO, with(ko)), "C2"), "B2")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "POSITIONAL, REPETITION",
        "SITUATIONAL, REPETITION",
        "NATURAL_SITUATIONAL, LEGAL",
        "SIMPLE, LEGAL",
        "NONE, LEGAL"
    })
    void ko_takenBackAfterAPassOfEach(Ko ko, Legality expected) {
        Rules rules = with(ko).withPassesToEnd(3);

        assertThat(legality(play(Diagrams.game(KO, rules), "C2 pass pass"), "B2"))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "POSITIONAL, FORBIDDEN, SUICIDE",
        "POSITIONAL, MULTI_STONE, SUICIDE",
        "POSITIONAL, ANY, REPETITION",
        "SITUATIONAL, ANY, LEGAL"
    })
    void suicide_ofOneStone(Ko ko, Suicide suicide, Legality expected) {
        Rules rules = with(ko).withSuicide(suicide);

        assertThat(legality(Diagrams.game(LONE_SUICIDE, rules, WHITE), "A2")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"FORBIDDEN, SUICIDE", "MULTI_STONE, LEGAL", "ANY, LEGAL"})
    void suicide_ofTwoStones(Suicide suicide, Legality expected) {
        assertThat(legality(Diagrams.game(PAIR_SUICIDE, EVEN.withSuicide(suicide)), "B3"))
                .isEqualTo(expected);
    }

    /** Black answers twice inside its own area where once would be enough, and captures a stone. */
    @ParameterizedTest
    @CsvSource({"AREA, Draw", "TERRITORY, W+1"})
    void scoring_stonesAtHomeAndAPrisoner(Scoring scoring, String expected) {
        Game game = Diagrams.game(HALVES, EVEN.withScoring(scoring), WHITE);

        assertThat(play(game, "A2 A1 pass A3").score().text()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"NONE, B+1", "SEKI, Draw", "ALL, Draw"})
    void tax_eyesInSeki(Tax tax, String expected) {
        Game game = Diagrams.game(SEKI, EVEN.withScoring(Scoring.TERRITORY).withTax(tax));

        assertThat(game.score().text()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"NONE, W+3", "SEKI, W+3", "ALL, W+1"})
    void tax_oneGroupAgainstTwo(Tax tax, String expected) {
        assertThat(Diagrams.game(THREE_GROUPS, EVEN.withTax(tax)).score().text())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"NONE, B+16", "N, B+14", "N_MINUS_ONE, B+15"})
    void handicapBonus_twoStones(HandicapBonus bonus, String expected) {
        Setup setup = Diagrams.setup("""
                X . . .
                . . . .
                . . . .
                . . . X
                """, WHITE);

        assertThat(new Game(setup.withHandicap(2), EVEN.withHandicapBonus(bonus))
                        .score()
                        .text())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"2, true", "3, false"})
    void passesToEnd_twoPasses(int passes, boolean isOver) {
        assertThat(play(Diagrams.game(KO, EVEN.withPassesToEnd(passes)), "pass pass")
                        .isOver())
                .isEqualTo(isOver);
    }

    @ParameterizedTest
    @CsvSource({"AS_IT_STANDS, B+10", "AGREEMENT, B+14"})
    void deadStones_bothSayThatTheCornerIsDead(DeadStones deadStones, String expected) {
        Game game = play(
                Diagrams.game(DEAD_STONE, EVEN.withScoring(Scoring.TERRITORY).withDeadStones(deadStones)), "pass pass");
        PointSet corner = PointSet.of(game.grid(), 0);
        while (game.isInAgreement()) {
            game.proposeDead(corner);
        }

        assertThat(game.outcome()).map(Outcome::text).contains(expected);
    }

    @ParameterizedTest
    @CsvSource({"NONE, in progress", "DRAW, Draw", "LOSS, B+F"})
    void repetitionEnd_koTakenBackAfterTwoPasses(RepetitionEnd end, String expected) {
        Rules rules = with(Ko.SIMPLE).withPassesToEnd(3).withRepetitionEnd(end);
        Game game = play(Diagrams.game(KO, rules), "C2 pass pass B2");

        assertThat(game.outcome().map(Outcome::text).orElse("in progress")).isEqualTo(expected);
    }

    @Test
    void repetitionEnd_loss_isTheMovers() {
        Rules rules = with(Ko.SIMPLE).withPassesToEnd(3).withRepetitionEnd(RepetitionEnd.LOSS);
        Game game = play(Diagrams.game(KO, rules), "C2 pass pass B2");

        assertThat(game.outcome()).map(Outcome::winner).contains(BLACK);
        game.undo();
        assertThat(game.isOver()).isFalse();
    }
}

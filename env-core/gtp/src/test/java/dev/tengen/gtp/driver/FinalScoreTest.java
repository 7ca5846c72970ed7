package dev.tengen.gtp.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scores that engines give: real processes. */
class FinalScoreTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private static Game game(String... moves) {
        Game game = new Game(Setup.empty(Grid.square(5)), Rules.TROMP_TAYLOR.withKomi(0.5));
        for (String move : moves) {
            assertThat(game.play(game.grid().point(move)).isLegal()).as(move).isTrue();
        }
        return game;
    }

    private static FinalScore score(String answer, Duration timeout) throws EngineException {
        return FinalScore.of(ScoringEngine.spec("judge", answer, timeout), game("C3", "B2"));
    }

    @ParameterizedTest
    @CsvSource({
        "B+12.5, 12.5, B+12.5",
        "W+3, -3, W+3",
        "W+3.0, -3, W+3",
        "0, 0, Draw",
        "B+0, 0, Draw",
        "W+0.0, 0, Draw",
        "B+52.5, 52.5, B+52.5"
    })
    void of_aScore_isThatScore(String answer, double margin, String text) throws EngineException {
        FinalScore score = score(answer, LONG);

        assertThat(score.margin()).isEqualTo(margin);
        assertThat(score.text()).isEqualTo(text);
        assertThat(score.winner()).isEqualTo(margin == 0 ? Color.EMPTY : margin > 0 ? Color.BLACK : Color.WHITE);
    }

    @ParameterizedTest
    @CsvSource({
        "B+R, GARBAGE, 'answered \"final_score\" with \"B+R\", which is not'",
        "hello, GARBAGE, which is not",
        "'', GARBAGE, which is not",
        "B+0.3, GARBAGE, not in half points",
        "W+53, GARBAGE, more than 52.5 points",
        "error, ERROR_REPLY, cannot score",
        "unlisted, ERROR_REPLY, does not list final_score",
        "die, DEATH, exit code 3"
    })
    void of_anythingElse_isAFailure(String answer, TurnOutcome outcome, String message) {
        assertThatThrownBy(() -> score(answer, LONG))
                .isInstanceOfSatisfying(
                        EngineException.class,
                        failure -> assertThat(failure.outcome()).isEqualTo(outcome))
                .hasMessageContaining(message);
    }

    @Test
    void of_anEngineThatSleeps_endsAtItsTimeout() {
        assertThatThrownBy(() -> score(ScoringEngine.SLEEP, Duration.ofSeconds(1)))
                .isInstanceOfSatisfying(
                        EngineException.class,
                        failure -> assertThat(failure.outcome()).isEqualTo(TurnOutcome.TIMEOUT));
    }

    /**
     * White's only stone, in the corner that Black has walled off, cannot live. As it stands, the points beside it are
     * nobody's.
     */
    @Test
    void of_gnuGo_removesDeadStones() throws EngineException {
        Game game = game("C1", "A1", "C2", "pass", "C3", "pass", "C4", "pass", "C5", "pass");
        assertThat(game.score().text()).isEqualTo("B+13.5");

        FinalScore score = FinalScore.of(GnuGo.scoring(), game);

        assertThat(score.text()).isEqualTo("B+24.5");
    }
}

package dev.tengen.arena.game;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.clock.TimeControl;
import dev.tengen.arena.opening.Opening;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.gtp.driver.FinalScore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Games whose score at the limit on moves comes from an adjudicator, which a test controls. */
class ScoreAdjudicatorTest {
    private final VirtualTime time = new VirtualTime();
    private final ManualSeat black = new ManualSeat("Ada");
    private final ManualSeat white = new ManualSeat("Ben");
    private final ManualAdjudicator adjudicator = new ManualAdjudicator();
    private RefereedGame game;

    private CompletableFuture<GameReport> startAndPlayToTheLimit(MoveLimitRule rule) {
        Opening opening = new Opening("o", Setup.empty(Grid.square(3)), List.of());
        Rules rules = Rules.TROMP_TAYLOR.withKomi(0.5);
        GameSpec spec = new GameSpec(opening, rules, 2, rule, TimeControl.parse("1s/move"), Duration.ZERO);
        game = new RefereedGame("g1", "p1", spec, black, white, time, Optional.of(adjudicator));
        CompletableFuture<GameReport> report = game.start();
        assertThat(black.play(4)).isEqualTo(AnswerStatus.ACCEPTED);
        assertThat(white.play(0)).isEqualTo(AnswerStatus.ACCEPTED);
        return report;
    }

    private static void assertOutcome(CompletableFuture<GameReport> report, String result, String message) {
        assertThat(report).isCompleted();
        GameOutcome outcome = report.join().outcome();
        assertThat(outcome.verdict()).isEqualTo(Verdict.MOVE_LIMIT);
        assertThat(outcome.result()).isEqualTo(result);
        assertThat(outcome.message()).isEqualTo(message);
    }

    @Test
    void game_atTheLimit_waitsForTheScore() {
        CompletableFuture<GameReport> report = startAndPlayToTheLimit(MoveLimitRule.SCORE);

        assertThat(report).isNotCompleted();
        assertThat(game.view().outcome()).isEmpty();
        assertThat(time.alarmCount()).as("clocks that run").isZero();
        assertThat(black.turnCount()).isEqualTo(1);
        assertThat(black.answer(MoveAnswer.of("g1", 2, 8))).isEqualTo(AnswerStatus.NOT_YOUR_TURN);
        assertThat(adjudicator.games).hasSize(1);
        assertThat(adjudicator.games.get(0).moveNumber()).isEqualTo(2);

        adjudicator.score.complete(new FinalScore(8.5));

        assertOutcome(report, "B+8.5", "scored by engine judge");
        assertThat(report.join().outcome().summary())
                .isEqualTo("the limit on moves was reached: scored by engine judge");
        assertThat(report.join().toSgf()).contains("RE[B+8.5]", "scored by engine judge");
        assertThat(black.endings()).containsExactly(report.join().outcome());
        assertThat(white.endings()).containsExactly(report.join().outcome());
    }

    @Test
    void game_whoseAdjudicatorFails_isScoredAsItStands() {
        CompletableFuture<GameReport> report = startAndPlayToTheLimit(MoveLimitRule.SCORE);

        adjudicator.score.completeExceptionally(new IllegalStateException("no idea"));

        assertOutcome(report, "W+0.5", "scored as it stands, since engine judge gave no score: no idea");
    }

    @Test
    void game_whoseAdjudicatorThrows_isScoredAsItStands() {
        adjudicator.isThrowing = true;

        CompletableFuture<GameReport> report = startAndPlayToTheLimit(MoveLimitRule.SCORE);

        assertOutcome(report, "W+0.5", "scored as it stands, since engine judge gave no score: closed");
    }

    @Test
    void disconnect_whileTheScoreIsPending_doesNotLose() {
        CompletableFuture<GameReport> report = startAndPlayToTheLimit(MoveLimitRule.SCORE);

        game.disconnect(1);
        adjudicator.score.complete(new FinalScore(0));

        assertOutcome(report, "Draw", "scored by engine judge");
    }

    @Test
    void cancel_whileTheScoreIsPending_cancelsTheScoreToo() {
        CompletableFuture<GameReport> report = startAndPlayToTheLimit(MoveLimitRule.SCORE);

        game.cancel("stop");

        assertThat(report.join().outcome().verdict()).isEqualTo(Verdict.CANCELLATION);
        assertThat(adjudicator.score).isCancelled();
        assertThat(black.endings()).hasSize(1);
    }

    @Test
    void game_thatIsVoidAtTheLimit_isNotAdjudicated() {
        CompletableFuture<GameReport> report = startAndPlayToTheLimit(MoveLimitRule.VOID);

        assertOutcome(report, "Void", "");
        assertThat(adjudicator.games).isEmpty();
    }

    /** An adjudicator that gives its score when a test completes it. */
    private static final class ManualAdjudicator implements ScoreAdjudicator {
        private final CompletableFuture<FinalScore> score = new CompletableFuture<>();
        private final List<Game> games = new ArrayList<>();
        private boolean isThrowing;

        @Override
        public String name() {
            return "engine judge";
        }

        @Override
        public CompletableFuture<FinalScore> score(Game game) {
            if (isThrowing) {
                throw new IllegalStateException("closed");
            }
            games.add(game);
            return score;
        }
    }
}

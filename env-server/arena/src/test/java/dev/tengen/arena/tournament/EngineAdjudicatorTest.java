package dev.tengen.arena.tournament;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.gtp.driver.EngineException;
import dev.tengen.gtp.driver.FinalScore;
import dev.tengen.gtp.driver.ScoringEngine;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Engines that score games: real processes. */
class EngineAdjudicatorTest {
    private static final Duration LONG = Duration.ofMinutes(2);

    private final ExecutorService executor = Executors.newFixedThreadPool(1);
    private final Game game = new Game(Setup.empty(Grid.square(9)), Rules.TROMP_TAYLOR);

    private EngineAdjudicator engine(String answer) {
        return new EngineAdjudicator(ScoringEngine.spec("judge", answer, LONG), executor);
    }

    @AfterEach
    void stop() {
        executor.shutdownNow();
    }

    @Test
    void score_isThatOfTheEngine() {
        EngineAdjudicator adjudicator = engine("W+4.5");

        assertThat(adjudicator.name()).isEqualTo("engine judge");
        assertThat(adjudicator.score(game).join()).isEqualTo(new FinalScore(-4.5));
    }

    @Test
    void score_ofAnEngineThatFails_fails() {
        assertThatThrownBy(() -> engine("W wins").score(game).get())
                .hasCauseInstanceOf(EngineException.class)
                .hasMessageContaining("W wins");
    }

    @Test
    void score_onABoardThatTheEngineDoesNotSupport_fails() {
        Game wide = new Game(Setup.empty(Grid.of(9, 7)), Rules.TROMP_TAYLOR);

        assertThatThrownBy(() -> engine("W+4.5").score(wide).get()).hasMessageContaining("rectangular_boardsize");
    }

    /**
     * The only thread waits for an engine that sleeps; without the end of its process the next score would never come.
     */
    @Test
    void cancel_whileTheEngineWorks_endsIt() {
        CompletableFuture<FinalScore> sleeping = engine(ScoringEngine.SLEEP).score(game);
        await().forever().until(() -> ((ThreadPoolExecutor) executor).getActiveCount() == 1);

        sleeping.cancel(true);

        assertThat(engine("B+1.5").score(game).join()).isEqualTo(new FinalScore(1.5));
    }
}

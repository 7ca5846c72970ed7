package dev.tengen.arena.tournament;

import dev.tengen.arena.game.ScoreAdjudicator;
import dev.tengen.base.InvalidValueException;
import dev.tengen.game.Game;
import dev.tengen.gtp.driver.EngineException;
import dev.tengen.gtp.driver.EngineSpec;
import dev.tengen.gtp.driver.FinalScore;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/**
 * A GTP engine that scores games. Each game gets its own process, which ends with the score.
 *
 * @param spec the command and its timeouts
 * @param executor the executor that waits for the engine; its threads limit the number of processes
 */
public record EngineAdjudicator(EngineSpec spec, ExecutorService executor) implements ScoreAdjudicator {
    /** The number of games that the engines of one process score at once. Further games wait. */
    public static final int MAX_CONCURRENCY = 2;

    @Override
    public String name() {
        return "engine " + spec.name();
    }

    @Override
    public CompletableFuture<FinalScore> score(Game game) {
        CompletableFuture<FinalScore> score = new CompletableFuture<>();
        Future<?> task = executor.submit(() -> score(game, score));
        var unused = score.whenComplete((value, failure) -> {
            if (score.isCancelled()) {
                task.cancel(true);
            }
        });
        return score;
    }

    private void score(Game game, CompletableFuture<FinalScore> score) {
        try {
            score.complete(FinalScore.of(spec, game));
        } catch (EngineException | InvalidValueException e) {
            score.completeExceptionally(e);
        } catch (RuntimeException | Error e) {
            score.completeExceptionally(e);
            throw e;
        }
    }
}

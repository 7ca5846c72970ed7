package dev.tengen.arena.game;

import dev.tengen.game.Game;
import dev.tengen.gtp.driver.FinalScore;
import java.util.concurrent.CompletableFuture;

/** Decides the score of games that reach the limit on moves. Thread-safe. */
public interface ScoreAdjudicator {
    /** Returns its name for people, such as "engine gnugo". */
    String name();

    /**
     * Starts to score {@code game}, which is a copy, and returns at once. The future completes within a time limit,
     * exceptionally if there is no score. Cancelling it stops the work.
     */
    CompletableFuture<FinalScore> score(Game game);
}

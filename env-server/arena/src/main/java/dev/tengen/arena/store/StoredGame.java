package dev.tengen.arena.store;

import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.arena.pairing.PlannedPair.PlannedGame;
import dev.tengen.arena.rating.GameResult;
import java.time.Instant;
import java.util.Optional;

/**
 * A game of a tournament.
 *
 * @param id the id
 * @param pair the pair that it belongs to
 * @param game the players and the opening
 * @param state the state
 * @param startedAt the time of the last start; empty for a planned game
 */
public record StoredGame(GameId id, PlannedPair pair, PlannedGame game, GameState state, Optional<Instant> startedAt) {
    /** Returns the result for ratings if it ends with {@code winner}; empty for a void game. */
    public Optional<GameResult> counted(Winner winner, long movesHash) {
        return winner == Winner.VOID
                ? Optional.empty()
                : Optional.of(new GameResult(game.black(), game.white(), winner.color(), game.pair(), movesHash));
    }
}

package dev.tengen.arena.store;

import dev.tengen.arena.rating.GameResult;
import java.util.Optional;

/**
 * A game with what pairings need of its result.
 *
 * @param game the game
 * @param winner the winner; empty before the end
 * @param movesHash the hash of the moves; 0 if unknown or before the end
 */
public record TrackedGame(StoredGame game, Optional<Winner> winner, long movesHash) {
    /** Returns the result for ratings; empty for a void game and before the end. */
    public Optional<GameResult> result() {
        return winner.flatMap(known -> game.counted(known, movesHash));
    }
}

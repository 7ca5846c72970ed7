package dev.tengen.arena.store;

import dev.tengen.base.InvalidValueException;
import dev.tengen.store.StoredText;
import java.time.Instant;

/**
 * The result of a game.
 *
 * @param game the game
 * @param winner the winner
 * @param verdict why the game ended; opaque to the store
 * @param movesHash a hash of the opening and all moves; 0 if unknown
 * @param sgf the game record; empty for none
 * @param endedAt when the game ended, truncated to milliseconds
 */
public record StoredResult(GameId game, Winner winner, String verdict, long movesHash, String sgf, Instant endedAt) {
    /**
     * Creates a result.
     *
     * @throws InvalidValueException if it cannot be stored
     */
    public StoredResult {
        StoredText.require("verdict", verdict);
        StoredText.require("sgf", sgf);
        endedAt = StoredText.require("endedAt", endedAt);
    }

    /**
     * Returns the result as game records write it, such as "B+3.5": {@code recorded}, which is the result in the
     * record, or a text without a margin if it is empty.
     */
    public String text(String recorded) {
        return recorded.isEmpty() ? winner.resultText() : recorded;
    }
}

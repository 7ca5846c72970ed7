package dev.tengen.arena.store;

import dev.tengen.board.InvalidValueException;
import java.time.Instant;

/**
 * How a game ended.
 *
 * @param game the game
 * @param winner who won it
 * @param verdict why it ended, in the words of whoever judged it
 * @param movesHash a hash of the opening and all moves, 0 if unknown
 * @param sgf the record of the game; empty for none
 * @param endedAt when it ended, in milliseconds: what is finer is cut off
 */
public record StoredResult(GameId game, Winner winner, String verdict, long movesHash, String sgf, Instant endedAt) {
    /** Makes a result. Throws {@link InvalidValueException} if it cannot be stored. */
    public StoredResult {
        StoredText.require("verdict", verdict);
        StoredText.require("sgf", sgf);
        endedAt = StoredText.require("endedAt", endedAt);
    }
}

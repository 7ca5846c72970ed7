package dev.tengen.arena.store;

import dev.tengen.board.InvalidValueException;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.SgfException;
import dev.tengen.store.StoredText;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
    private static final Logger LOG = LoggerFactory.getLogger(StoredResult.class);

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

    /** Returns the result as game records write it, such as "B+3.5", from the record; without a margin if the record has none. */
    public String text() {
        return text(recordedText());
    }

    /** Returns {@link #text()} for a caller that has read the record: {@code recorded} is its result, empty for none. */
    public String text(String recorded) {
        return recorded.isEmpty() ? winner.resultText() : recorded;
    }

    private String recordedText() {
        try {
            return GameRecord.parse(sgf).result().orElse("");
        } catch (SgfException e) {
            LOG.debug("Game {} has no readable record", game, e);
            return "";
        }
    }
}

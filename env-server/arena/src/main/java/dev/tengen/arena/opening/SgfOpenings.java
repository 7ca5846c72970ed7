package dev.tengen.arena.opening;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.RecordReplay;
import dev.tengen.sgf.SgfException;

/**
 * Openings from game records: the first moves of the main line of the first game of each file.
 *
 * @param grid the size of the board, which every record must have
 * @param rules the rules by which the moves must be legal; the rules and the komi of the record are ignored
 * @param length the maximum number of moves
 */
public record SgfOpenings(Grid grid, Rules rules, int length) {
    private static final int MAX_LENGTH = 1000;

    /**
     * Creates a reader.
     *
     * @throws InvalidValueException if the length is outside [0, 1000]
     */
    public SgfOpenings {
        InvalidValueException.requireWithin("opening_length", length, 0, MAX_LENGTH);
    }

    /**
     * Returns the opening of {@code sgf}, in the character set that it declares.
     *
     * @throws InvalidValueException if it contains no opening; the message names {@code id}
     */
    public Opening read(String id, byte[] sgf) {
        return opening(id, parse(id, () -> GameRecord.parse(sgf)));
    }

    /**
     * Returns the opening of the text {@code sgf}.
     *
     * @throws InvalidValueException if it contains no opening; the message names {@code id}
     */
    public Opening read(String id, String sgf) {
        return opening(id, parse(id, () -> GameRecord.parse(sgf)));
    }

    private Opening opening(String id, GameRecord record) {
        if (record.grid() != grid) {
            throw bad(id, "is on a board of " + record.grid(), "a record on a board of " + grid);
        }
        int count = Math.min(length, record.moves().size());
        RecordReplay replay = RecordReplay.of(record, rules, count, Integer.MAX_VALUE);
        replay.refusal().ifPresent(refusal -> {
            String move = grid.name(refusal.move().move());
            throw bad(
                    id,
                    "has the illegal move " + refusal.number() + ", " + move + ": " + refusal.legality(),
                    "moves that the rules allow");
        });
        Opening opening = Opening.of(id, replay.game());
        opening.play(rules); // Checks that the game is not over.
        return opening;
    }

    private static GameRecord parse(String id, SgfSource source) {
        try {
            return source.parse();
        } catch (SgfException e) {
            throw bad(id, "cannot be read: " + e.getMessage(), "a game record in SGF");
        }
    }

    private static InvalidValueException bad(String id, String why, String allowed) {
        return InvalidValueException.because("opening " + id + " " + why, "opening", id, allowed);
    }

    /** Parses a game record. */
    private interface SgfSource {
        GameRecord parse() throws SgfException;
    }
}

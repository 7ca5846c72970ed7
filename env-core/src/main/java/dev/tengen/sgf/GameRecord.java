package dev.tengen.sgf;

import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The main line of a recorded game: where it started, what was played and what the record says about it. Immutable.
 *
 * <p>Colors and moves are as recorded; a move may repeat a position, stand on a stone or come out of turn. Text is as
 * recorded too, without surrounding white space, and absent where it is blank.
 *
 * @param setup the position before the first move, and who moves first: the player that PL names; else White in a
 *     handicap game (HA of 2 or more and black stones on the board); else whoever made the first move; else Black
 * @param handicap the count of handicap stones (HA), 0 where the record names none; the stones themselves are in {@code
 *     setup} or among the moves
 * @param komi points given to White (KM), a multiple of 0.5 within [-1000, 1000]; empty where not recorded
 * @param moves the moves in their order, passes included
 * @param result the result (RE), such as {@code B+3.5} or {@code W+Resign}
 * @param rules the name of the rules (RU), such as {@code Japanese}
 * @param blackPlayer the name of Black (PB)
 * @param whitePlayer the name of White (PW)
 */
public record GameRecord(
        Setup setup,
        int handicap,
        OptionalDouble komi,
        List<RecordedMove> moves,
        Optional<String> result,
        Optional<String> rules,
        Optional<String> blackPlayer,
        Optional<String> whitePlayer) {
    /**
     * Makes a record.
     *
     * @throws IllegalArgumentException if a move is outside of the grid, the handicap is negative, or komi is not one
     */
    public GameRecord {
        moves = List.copyOf(moves);
        for (int i = 0; i < moves.size(); i++) {
            int pass = setup.grid().pass();
            if (moves.get(i).move() > pass) {
                throw new IllegalArgumentException(
                        "move " + (i + 1) + " is " + moves.get(i).move() + ", outside [0, " + pass + "]");
            }
        }
        if (handicap < 0) {
            throw new IllegalArgumentException("handicap " + handicap + " is negative");
        }
        if (komi.isPresent() && !Rules.isKomi(komi.getAsDouble())) {
            throw new IllegalArgumentException(
                    "komi " + komi.getAsDouble() + " is not a multiple of 0.5 within [-1000, 1000]");
        }
    }

    /**
     * Reads the main line of the first game in {@code sgf}, the bytes of an SGF file. A byte order mark tells the
     * charset, or else the property CA; without both it is ISO-8859-1.
     *
     * @param sgf the bytes, any version from FF[1] to FF[4]; text before and after the game does not matter
     * @throws SgfException if there is no game of Go in the text, or it breaks the grammar, or a value that the record
     *     needs makes no sense, or stones are set up after a move
     */
    public static GameRecord parse(byte[] sgf) throws SgfException {
        return parse(SgfText.decode(sgf));
    }

    /**
     * Reads the main line of the first game in {@code sgf}. The property CA does not matter.
     *
     * @param sgf the text, any version from FF[1] to FF[4]; what stands before and after the game does not matter
     * @throws SgfException as {@link #parse(byte[])} does
     */
    public static GameRecord parse(String sgf) throws SgfException {
        SgfNode root = new SgfParser(sgf)
                .nextGame()
                .orElseThrow(() -> new SgfException(SgfPosition.START, "no game: \"(;\" is nowhere in the text"));
        return GameRecordReader.read(root);
    }

    /** Returns the record as the text of an FF[4] file in UTF-8, which {@link #parse(String)} reads as an equal record. */
    public String toSgf() {
        return GameRecordWriter.write(this);
    }

    /** Returns the grid of the set-up and of the moves. */
    public Grid grid() {
        return setup.grid();
    }
}

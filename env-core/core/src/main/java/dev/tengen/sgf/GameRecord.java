package dev.tengen.sgf;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Outcome;
import dev.tengen.game.RulesText;
import dev.tengen.game.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A recorded game: its starting position, its moves and its game information. Immutable.
 *
 * <p>Colors and moves are as recorded: a move may repeat a position, be on a stone or be out of turn.
 *
 * @param setup the position before the first move, and who moves first: the player in PL; else White in a handicap game
 *     (HA of 2 or more and black stones on the board); else the player of the first move; else Black
 * @param moves the moves in order, passes included
 * @param info the game information; handicap stones are in {@code setup} or among the moves
 */
public record GameRecord(Setup setup, List<RecordedMove> moves, GameInfo info) {
    /**
     * Creates a record.
     *
     * @throws IllegalArgumentException if a move is outside the grid
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
    }

    /**
     * Returns the record of {@code game} up to its present move: set-up, handicap, komi, the name of the rules, moves,
     * and the result if the game is over. Rules, handicaps and proposals of dead stones that SGF has no property for
     * are in the private property TENGEN; see {@link RecordedEpisode}.
     */
    public static GameRecord of(Game game) {
        List<RecordedMove> moves = new ArrayList<>();
        for (int number = 1; number <= game.moveNumber(); number++) {
            moves.add(new RecordedMove(game.mover(number), game.move(number)));
        }
        Setup setup = game.setup();
        boolean isHandicap = hasHandicapStones(setup, moves);
        GameInfo info = GameInfo.NONE
                .withKomi(game.rules().komi())
                .withHandicap(isHandicap ? setup.handicap() : 0)
                .with(GameText.RULES, RulesText.name(game.rules()))
                .with(GameText.RESULT, game.outcome().map(Outcome::text));
        GameRecord record = new GameRecord(setup.withHandicap(0), moves, info);
        return RecordedEpisode.of(game, isHandicap).in(record);
    }

    /**
     * Reads the main line of the first game in {@code sgf}. {@link ParsedRecord} has the warnings too,
     * {@link SgfCollection} all lines of all games.
     *
     * @param sgf the bytes of an SGF file, any version from FF[1] to FF[4]; text before and after the game is ignored
     * @throws SgfException if the text has no game of Go or breaks the grammar, a value that the record needs is
     *     invalid, or stones are set up after a move
     */
    public static GameRecord parse(byte[] sgf) throws SgfException {
        return ParsedRecord.parse(sgf).record();
    }

    /**
     * Reads the main line of the first game in {@code sgf}. {@link ParsedRecord} has the warnings too.
     *
     * @param sgf the bytes of an SGF file, any version from FF[1] to FF[4]; text before and after the game is ignored
     * @throws SgfException if the text has no game of Go or breaks the grammar, a value that the record needs is
     *     invalid, or stones are set up after a move; in strict mode also if a repair or a guess would be needed
     */
    public static GameRecord parse(byte[] sgf, SgfMode mode) throws SgfException {
        return ParsedRecord.parse(sgf, mode).record();
    }

    /**
     * Reads the main line of the first game in {@code sgf}. The property CA is ignored.
     *
     * @param sgf the text, any version from FF[1] to FF[4]; text before and after the game is ignored
     * @throws SgfException if the text has no game of Go or breaks the grammar, a value that the record needs is
     *     invalid, or stones are set up after a move
     */
    public static GameRecord parse(String sgf) throws SgfException {
        return parse(sgf, SgfMode.TOLERANT);
    }

    /**
     * Reads the main line of the first game in {@code sgf}. The property CA is ignored.
     *
     * @param sgf the text, any version from FF[1] to FF[4]; text before and after the game is ignored
     * @throws SgfException if the text has no game of Go or breaks the grammar, a value that the record needs is
     *     invalid, or stones are set up after a move; in strict mode also if a repair would be needed
     */
    public static GameRecord parse(String sgf, SgfMode mode) throws SgfException {
        return ParsedRecord.parse(sgf, mode, new SgfWarning.Collector(mode)).record();
    }

    /**
     * Returns the record as the text of an FF[4] file in UTF-8. {@link #parse(String)} reads it as an equal record. A
     * handicap whose stones are neither set up nor Black's first moves is left out, because readers would miss the
     * stones. Equal records give equal texts.
     */
    public String toSgf() {
        return toGame().toSgf();
    }

    /** Returns the record as a tree with one line. */
    public SgfGame toGame() {
        return GameRecordWriter.write(this);
    }

    /**
     * Returns a copy with another text of one kind, or an equal record if {@code text} is empty. A blank text removes
     * it.
     */
    public GameRecord with(GameText kind, Optional<String> text) {
        return new GameRecord(setup, moves, info.with(kind, text));
    }

    /**
     * Returns the position that a game of this record starts from: the set-up with the recorded number of handicap
     * stones.
     *
     * @throws IllegalArgumentException if that number exceeds the number of points, which no parsed record does
     */
    public Setup start() {
        boolean isRecorded = handicap() >= GameInfo.LEAST_HANDICAP;
        return setup.withHandicap(
                isRecorded ? handicap() : RecordedEpisode.of(this).handicap().orElse(0));
    }

    /** Returns whether black stones are set up or Black's first moves place them. */
    static boolean hasHandicapStones(Setup setup, List<RecordedMove> moves) {
        return !setup.black().isEmpty()
                || areHandicapStonesPlayed(moves, setup.grid().pass());
    }

    /** Returns whether Black made the first two moves. A pass by White between them is ignored. */
    static boolean areHandicapStonesPlayed(List<RecordedMove> moves, int pass) {
        if (moves.size() < GameInfo.LEAST_HANDICAP || moves.get(0).color() != Color.BLACK) {
            return false;
        }
        boolean isPassBetween =
                moves.size() > GameInfo.LEAST_HANDICAP && moves.get(1).equals(new RecordedMove(Color.WHITE, pass));
        return moves.get(isPassBetween ? 2 : 1).color() == Color.BLACK;
    }

    /** Returns the grid of the set-up and of the moves. */
    public Grid grid() {
        return setup.grid();
    }

    /** Returns the points given to White (KM). */
    public OptionalDouble komi() {
        return info.komi();
    }

    /** Returns the number of handicap stones (HA), 0 where the record has none. */
    public int handicap() {
        return info.handicap();
    }

    /** Returns the result (RE), such as {@code B+3.5} or {@code W+Resign}. */
    public Optional<String> result() {
        return info.text(GameText.RESULT);
    }

    /** Returns the name of the rules (RU), such as {@code Japanese}. */
    public Optional<String> rules() {
        return info.text(GameText.RULES);
    }

    /** Returns the name of Black (PB). */
    public Optional<String> blackPlayer() {
        return info.text(GameText.BLACK_PLAYER);
    }

    /** Returns the name of White (PW). */
    public Optional<String> whitePlayer() {
        return info.text(GameText.WHITE_PLAYER);
    }
}

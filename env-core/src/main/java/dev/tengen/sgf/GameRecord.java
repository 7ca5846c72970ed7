package dev.tengen.sgf;

import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Outcome;
import dev.tengen.game.RulesText;
import dev.tengen.game.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A recorded game: where it started, what was played and what the record says about it. Immutable.
 *
 * <p>Colors and moves are as recorded; a move may repeat a position, stand on a stone or come out of turn.
 *
 * @param setup the position before the first move, and who moves first: the player that PL names; else White in a
 *     handicap game (HA of 2 or more and black stones on the board); else whoever made the first move; else Black
 * @param moves the moves in their order, passes included
 * @param info what the record says about the game; handicap stones are in {@code setup} or among the moves
 */
public record GameRecord(Setup setup, List<RecordedMove> moves, GameInfo info) {
    /**
     * Makes a record.
     *
     * @throws IllegalArgumentException if a move is outside of the grid
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
     * Makes a record that says of its game no more than most do.
     *
     * @param setup the position before the first move, and who moves first
     * @param handicap the count of handicap stones
     * @param komi points given to White
     * @param moves the moves in their order, passes included
     * @param result the result
     * @param rules the name of the rules
     * @param blackPlayer the name of Black
     * @param whitePlayer the name of White
     * @throws IllegalArgumentException if a move is outside of the grid, the handicap is negative, or komi is not one
     */
    public GameRecord(
            Setup setup,
            int handicap,
            OptionalDouble komi,
            List<RecordedMove> moves,
            Optional<String> result,
            Optional<String> rules,
            Optional<String> blackPlayer,
            Optional<String> whitePlayer) {
        this(
                setup,
                moves,
                new GameInfo(komi, handicap, Map.of())
                        .with(GameText.RESULT, result)
                        .with(GameText.RULES, rules)
                        .with(GameText.BLACK_PLAYER, blackPlayer)
                        .with(GameText.WHITE_PLAYER, whitePlayer));
    }

    /**
     * Returns the record of {@code game} up to its present move: set-up, handicap, komi, rules by name, moves, and the result
     * if the game is over. A {@link Game#resume}, and what was proposed as dead, a record cannot say.
     */
    public static GameRecord of(Game game) {
        List<RecordedMove> moves = new ArrayList<>();
        for (int number = 1; number <= game.moveNumber(); number++) {
            moves.add(new RecordedMove(game.mover(number), game.move(number)));
        }
        Setup setup = game.setup();
        boolean isHandicap = HandicapStones.areThere(setup, moves);
        GameInfo info = GameInfo.NONE
                .withKomi(game.rules().komi())
                .withHandicap(isHandicap ? setup.handicap() : 0)
                .with(GameText.RULES, RulesText.name(game.rules()))
                .with(GameText.RESULT, game.outcome().map(Outcome::text));
        return new GameRecord(setup.withHandicap(0), moves, info);
    }

    /**
     * Reads the main line of the first game in {@code sgf}, the bytes of an SGF file, as {@link SgfCollection} does.
     * Other lines, later games, and warnings are to be had there.
     *
     * @param sgf the bytes, any version from FF[1] to FF[4]; what stands before and after the game does not matter
     * @throws SgfException if there is no game of Go in the text, or it breaks the grammar, or a value that the record
     *     needs makes no sense, or stones are set up after a move
     */
    public static GameRecord parse(byte[] sgf) throws SgfException {
        return ParsedRecord.parse(sgf).record();
    }

    /**
     * Reads the main line of the first game in {@code sgf}. The property CA does not matter.
     *
     * @param sgf the text, any version from FF[1] to FF[4]; what stands before and after the game does not matter
     * @throws SgfException as {@link #parse(byte[])} does
     */
    public static GameRecord parse(String sgf) throws SgfException {
        return ParsedRecord.parse(sgf, new SgfWarnings()).record();
    }

    /**
     * Returns the record as the text of an FF[4] file in UTF-8, which {@link #parse(String)} reads as an equal record. A
     * handicap without its stones, set up or as Black's first moves, is not written, for readers would miss them. The text
     * depends on the record alone.
     */
    public String toSgf() {
        return toGame().toSgf();
    }

    /** Returns the record as a tree of one line. */
    public SgfGame toGame() {
        return GameRecordWriter.write(this);
    }

    /** Returns this with another text of one kind, or as it is where there is none; a blank one takes the text away. */
    public GameRecord with(GameText kind, Optional<String> text) {
        return new GameRecord(setup, moves, info.with(kind, text));
    }

    /**
     * Returns the position that a game starts from: the set-up, with the count of handicap stones that the record names.
     * Throws {@link IllegalArgumentException} where it names more than there are points, which no record that was read does.
     */
    public Setup start() {
        return setup.withHandicap(handicap() >= GameInfo.LEAST_HANDICAP ? handicap() : 0);
    }

    /** Returns the grid of the set-up and of the moves. */
    public Grid grid() {
        return setup.grid();
    }

    /** Returns points given to White (KM). */
    public OptionalDouble komi() {
        return info.komi();
    }

    /** Returns the count of handicap stones (HA), 0 where the record names none. */
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

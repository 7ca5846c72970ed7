package dev.tengen.cli.gtp;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import dev.tengen.board.PointSet;
import dev.tengen.game.DeadStones;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.game.Outcome;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.sgf.RecordedMove;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The game on the engine's board, with moves in any order of colors. Not thread-safe.
 *
 * <p>The game is always what set-up, rules and {@link #turns} make of it: a move of the color whose turn it is not comes
 * after a pass of the other color that nobody sees, and a move after the end resumes the game first. Superko knows nothing of
 * the unseen passes but under SITUATIONAL, where they count as passes do.
 */
final class EngineGame {
    private Setup setup;
    private Rules rules;
    private List<RecordedMove> turns = new ArrayList<>();
    private Game game;

    /** Begins at {@code setup}. Players do not agree about dead stones over this protocol, so positions score as they stand. */
    EngineGame(Setup setup, Rules rules) {
        this.setup = setup;
        this.rules = rules.withDeadStones(DeadStones.AS_IT_STANDS);
        game = new Game(setup, this.rules);
    }

    /** Returns the game, to look at. */
    Game game() {
        return game;
    }

    /** Returns the moves made since the set-up, without unseen passes. */
    List<RecordedMove> turns() {
        return Collections.unmodifiableList(turns);
    }

    Setup setup() {
        return setup;
    }

    Rules rules() {
        return rules;
    }

    Grid grid() {
        return setup.grid();
    }

    /** Returns a copy of the game in which it is the turn of {@code color}; one that a repetition has ended stays ended. */
    Game asIf(int color) {
        Game copy = game.copy();
        giveTurn(copy, color);
        return copy;
    }

    private static void giveTurn(Game game, int color) {
        goOn(game);
        if (!game.isOver() && game.playerToMove() != color) {
            game.playUnchecked(game.grid().pass());
            goOn(game);
        }
    }

    /** Resumes a game that passes have ended. */
    private static void goOn(Game game) {
        boolean isPassedOut = game.outcome()
                .filter(outcome -> outcome.ending() == Outcome.Ending.PASSES)
                .isPresent();
        if (isPassedOut) {
            game.resume();
        }
    }

    /** Makes a move. Throws an illegal move where the rules forbid it. */
    void play(int color, int move) {
        Game next = asIf(color);
        Legality legality = next.play(move);
        if (!legality.isLegal()) {
            throw GtpFailure.illegalMove();
        }
        game = next;
        turns.add(new RecordedMove(color, move));
    }

    /** Makes all {@code moves} or, where one is illegal, none. */
    void playAll(List<RecordedMove> moves) {
        Game before = game;
        int count = turns.size();
        try {
            moves.forEach(move -> play(move.color(), move.move()));
        } catch (GtpFailure e) {
            game = before;
            turns.subList(count, turns.size()).clear();
            throw e;
        }
    }

    /** Takes back the last move, and what it did unseen. */
    void undo() {
        if (turns.isEmpty()) {
            throw new GtpFailure("cannot undo");
        }
        List<RecordedMove> fewer = new ArrayList<>(turns.subList(0, turns.size() - 1));
        game = replay(setup, rules, fewer);
        turns = fewer;
    }

    private static Game replay(Setup setup, Rules rules, List<RecordedMove> turns) {
        Game game = new Game(setup, rules);
        for (RecordedMove turn : turns) {
            giveTurn(game, turn.color());
            if (game.isOver()) {
                throw new GtpFailure("under these rules a repetition would have ended the game");
            }
            game.playUnchecked(turn.move());
        }
        return game;
    }

    /** Begins anew at {@code start}. */
    void begin(Setup start) {
        game = new Game(start, rules);
        setup = start;
        turns = new ArrayList<>();
    }

    /** Begins at {@code start} and makes {@code moves}, with another komi; changes nothing where one of them is illegal. */
    void load(Setup start, double komi, List<RecordedMove> moves) {
        EngineGame loaded = new EngineGame(start, rules.withKomi(komi));
        loaded.playAll(moves);
        setup = loaded.setup;
        rules = loaded.rules;
        turns = loaded.turns;
        game = loaded.game;
    }

    /**
     * Begins with other stones on the board and the same player to move; throws {@code message} where a chain would have no
     * liberty.
     */
    void putStones(PointSet black, PointSet white, int playerToMove, String message) {
        Setup start;
        try {
            start = Setup.of(grid(), black, white, playerToMove);
        } catch (InvalidValueException e) {
            throw new GtpFailure(message);
        }
        begin(start);
    }

    /**
     * Changes the rules of the game as it stands. Moves that were made stay made; throws where there could be none after one of
     * them.
     */
    void changeRules(Rules other) {
        Rules known = other.withDeadStones(DeadStones.AS_IT_STANDS);
        game = replay(setup, known, turns);
        rules = known;
    }

    /** Returns whether any stone stands on the board. */
    boolean hasStones() {
        return game.board().stoneCount(Color.BLACK) + game.board().stoneCount(Color.WHITE) > 0;
    }
}

package dev.tengen.cli.gtp;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
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
 * <p>The game always equals a replay of setup, rules and {@link #turns}. Before a move out of turn, an implicit pass of
 * the other color is inserted. A move after the end resumes the game first. Implicit passes do not affect superko,
 * except under SITUATIONAL, where they count like any pass.
 */
public final class EngineGame {
    private Setup setup;
    private Rules rules;
    private List<RecordedMove> turns = new ArrayList<>();
    private Game game;

    /** Starts at {@code setup}. GTP has no agreement on dead stones, so positions are scored as they stand. */
    public EngineGame(Setup setup, Rules rules) {
        this.setup = setup;
        this.rules = rules.withDeadStones(DeadStones.AS_IT_STANDS);
        game = new Game(setup, this.rules);
    }

    /** Returns the game. Callers must not change it. */
    public Game game() {
        return game;
    }

    /** Returns the moves since the setup, without implicit passes. */
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

    /** Returns a copy of the game with {@code color} to move. A game that ended by repetition stays ended. */
    public Game asIf(int color) {
        Game copy = game.copy();
        giveTurn(copy, color);
        return copy;
    }

    private static void giveTurn(Game game, int color) {
        resume(game);
        if (!game.isOver() && game.playerToMove() != color) {
            game.playUnchecked(game.grid().pass());
            resume(game);
        }
    }

    /** Resumes the game if passes have ended it. */
    private static void resume(Game game) {
        boolean isPassedOut = game.outcome()
                .filter(outcome -> outcome.ending() == Outcome.Ending.PASSES)
                .isPresent();
        if (isPassedOut) {
            game.resume();
        }
    }

    /** Returns whether the game has ended in a way that no move continues. */
    public boolean isEndedByRepetition() {
        return asIf(game.playerToMove()).isOver();
    }

    /** Plays a move. Throws {@link GtpFailure} if it is illegal. */
    void play(int color, int move) {
        if (!tryPlay(color, move).isLegal()) {
            throw GtpFailure.illegalMove();
        }
    }

    /** Plays a move if it is legal. Returns whether it is, or why not. */
    public Legality tryPlay(int color, int move) {
        Game next = asIf(color);
        Legality legality = next.play(move);
        if (legality.isLegal()) {
            game = next;
            turns.add(new RecordedMove(color, move));
        }
        return legality;
    }

    /** Plays all {@code moves}, or none if one is illegal. */
    public void playAll(List<RecordedMove> moves) {
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

    /** Undoes the last move and its implicit pass. */
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

    /** Starts a new game at {@code start}. */
    void begin(Setup start) {
        game = new Game(start, rules);
        setup = start;
        turns = new ArrayList<>();
    }

    /** Starts a game at {@code start} with another komi and plays {@code moves}. Changes nothing if one is illegal. */
    void load(Setup start, double komi, List<RecordedMove> moves) {
        EngineGame loaded = new EngineGame(start, rules.withKomi(komi));
        loaded.playAll(moves);
        setup = loaded.setup;
        rules = loaded.rules;
        turns = loaded.turns;
        game = loaded.game;
    }

    /** Starts a game with these stones. Throws {@link GtpFailure} with {@code message} if a chain has no liberty. */
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
     * Changes the rules of the current game and keeps its moves. Throws {@link GtpFailure} if the game would have ended
     * before the last move.
     */
    void changeRules(Rules other) {
        Rules known = other.withDeadStones(DeadStones.AS_IT_STANDS);
        game = replay(setup, known, turns);
        rules = known;
    }

    /** Returns whether the board has any stone. */
    boolean hasStones() {
        return game.board().stoneCount(Color.BLACK) + game.board().stoneCount(Color.WHITE) > 0;
    }
}

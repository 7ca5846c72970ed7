package dev.tengen.cli.play;

import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.cli.board.PositionExplainer;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.game.Outcome;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** The state of the board: a game, the undone moves, marks, and optionally a setup and an opponent. Not thread-safe. */
final class BoardSession {
    private Game game;
    /** Undone moves, the next one first. */
    private final Deque<ReplayableMove> undone = new ArrayDeque<>();

    private PointMarks marks = PointMarks.none();
    private Optional<Game> shownEarlier = Optional.empty();
    private Optional<SetupEditor> setupEditor = Optional.empty();
    private Optional<Opponent> opponent = Optional.empty();

    BoardSession(Setup start, Rules rules) {
        game = new Game(start, rules);
    }

    /** Returns the game. Callers must not change it; this class plays moves. */
    Game game() {
        return game;
    }

    /** Starts a game in which {@code turns} can be redone. Closes an open setup. */
    void start(Setup setup, Rules rules, List<ReplayableMove> turns) {
        // This comes first: a player may reject the board, and then nothing must have changed.
        opponent = opponent.map(player -> player.on(setup.grid()));
        game = new Game(setup, rules);
        undone.clear();
        undone.addAll(turns);
        setupEditor = Optional.empty();
        showGame();
    }

    /** Makes {@code other} the game, with no moves to redo. */
    void load(Game other) {
        start(other.setup(), other.rules(), List.of());
        game = other;
    }

    /** Plays {@code move} if it is legal. Discards the undone moves if it is not the next of them. */
    Legality play(int move) {
        Legality legality = game.play(move);
        if (legality.isLegal()) {
            moveMade();
        }
        return legality;
    }

    /** Proposes dead stones, whole chains, for the player to move. The game must be in agreement. */
    void propose(PointSet dead) {
        game.proposeDead(dead);
        moveMade();
    }

    private void moveMade() {
        ReplayableMove next = undone.poll();
        if (next != null && !next.equals(ReplayableMove.of(game, game.moveNumber()))) {
            undone.clear();
        }
        showGame();
    }

    /** Returns whether passes have ended the game, so that it can be resumed. */
    boolean isEndedByPasses() {
        return isEnded(Outcome.Ending.PASSES);
    }

    /** Resumes a game that passes have ended. */
    void resume() {
        game.resume();
        showGame();
    }

    /** Undoes a resignation or the last move. Returns false if there is neither. */
    boolean undo() {
        boolean isResigned = isResigned();
        if (!isResigned && game.moveNumber() == 0) {
            return false;
        }
        if (!isResigned) {
            undone.push(ReplayableMove.of(game, game.moveNumber()));
        }
        game.undo();
        showGame();
        return true;
    }

    private boolean isResigned() {
        return isEnded(Outcome.Ending.RESIGNATION);
    }

    private boolean isEnded(Outcome.Ending ending) {
        return game.outcome().filter(outcome -> outcome.ending() == ending).isPresent();
    }

    /** Redoes the next undone move; empty if there is none. Resumes a game that passes have ended. */
    Optional<Legality> redo() {
        ReplayableMove next = undone.peek();
        if (next == null) {
            return Optional.empty();
        }
        if (isEndedByPasses()) {
            game.resume();
        }
        if (!next.dead().isEmpty() && game.isInAgreement()) {
            propose(next.dead());
            return Optional.of(Legality.LEGAL);
        }
        return Optional.of(play(next.move()));
    }

    /** Returns the next undone move. */
    Optional<Integer> nextMove() {
        return Optional.ofNullable(undone.peek()).map(ReplayableMove::move);
    }

    /** Returns all moves: those played, then those undone. */
    List<ReplayableMove> turns() {
        List<ReplayableMove> turns = new ArrayList<>();
        for (int number = 1; number <= game.moveNumber(); number++) {
            turns.add(ReplayableMove.of(game, number));
        }
        turns.addAll(undone);
        return turns;
    }

    /** Resigns for the player to move. */
    void resign() {
        game.resign(game.playerToMove());
        showGame();
    }

    /** Shows the current position without marks. */
    void showGame() {
        marks = PointMarks.none();
        shownEarlier = Optional.empty();
    }

    /** Shows the current position with marks. */
    void mark(PointMarks shown) {
        showGame();
        marks = shown;
    }

    /** Shows the position after move {@code number}, until the next command that shows a board. */
    void showPosition(int number) {
        Game earlier = game.replayTo(number);
        showGame();
        shownEarlier = Optional.of(earlier);
    }

    /** Opens a setup that starts with the current position. */
    void openSetup() {
        PointSet black = game.board().points(Color.BLACK);
        PointSet white = game.board().points(Color.WHITE);
        setupEditor = Optional.of(new SetupEditor(Setup.of(game.grid(), black, white, game.playerToMove())));
        showGame();
    }

    /** Returns the open setup. */
    Optional<SetupEditor> setupEditor() {
        return setupEditor;
    }

    /** Closes the setup without changing the game. */
    void closeSetup() {
        setupEditor = Optional.empty();
    }

    /** Sets the opponent, or none. */
    void setOpponent(Optional<Opponent> player) {
        opponent = player;
    }

    Optional<Opponent> opponent() {
        return opponent;
    }

    /** Returns the opponent if it is its turn. */
    Optional<Opponent> opponentToMove() {
        return opponent.filter(player -> !game.isOver() && player.color() == game.playerToMove());
    }

    /** Returns the board to show. */
    BoardView view() {
        return setupEditor
                .map(SetupEditor::view)
                .orElseGet(() -> shownEarlier
                        .map(earlier -> BoardView.of(earlier, PointMarks.none()))
                        .orElseGet(() -> BoardView.of(game, marks)));
    }

    /** Returns the status below the board: the move number, the player to move, and captured stones. */
    List<String> status() {
        if (setupEditor.isPresent()) {
            return List.of("Setup. " + Color.name(setupEditor.get().playerToMove()) + " to move.");
        }
        if (shownEarlier.isPresent()) {
            int number = shownEarlier.get().moveNumber();
            return List.of("An earlier position: " + PositionExplainer.when(game, number) + ".");
        }
        int black = game.takenCount(Color.BLACK);
        int white = game.takenCount(Color.WHITE);
        String captured = "Stones lost: Black " + black + ", White " + white + ".";
        return black + white == 0 ? List.of(turn()) : List.of(turn(), captured);
    }

    private String turn() {
        String total = undone.isEmpty() ? "" : " of " + (game.moveNumber() + undone.size());
        String text = "Move " + game.moveNumber() + total;
        if (game.moveNumber() > 0) {
            text += " (" + PositionExplainer.moveName(game, game.moveNumber()) + ")";
        }
        return text + ". "
                + game.outcome()
                        .map(outcome -> "The game is over: " + outcome.text() + ".")
                        .orElseGet(() -> Color.name(game.playerToMove())
                                + (game.isInAgreement() ? " to propose dead stones." : " to move."));
    }

    /** Returns the board size and the rules on one line. */
    String rules() {
        return RulesDescription.line(game);
    }
}

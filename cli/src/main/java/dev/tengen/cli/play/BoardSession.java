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

/** What is on the table: a game, the moves taken back, marks, and maybe a set-up or an opponent. Not thread-safe. */
final class BoardSession {
    private Game game;
    /** Moves that were taken back, the next one first. */
    private final Deque<ReplayableMove> future = new ArrayDeque<>();

    private PointMarks marks = PointMarks.none();
    private Optional<Game> past = Optional.empty();
    private Optional<SetupEditor> sheet = Optional.empty();
    private Optional<Opponent> opponent = Optional.empty();

    BoardSession(Setup setup, Rules rules) {
        game = new Game(setup, rules);
    }

    /** Returns the game, to look at; moves are made here. */
    Game game() {
        return game;
    }

    /** Begins a game; {@code turns} can be redone. An open set-up is left. */
    void start(Setup setup, Rules rules, List<ReplayableMove> turns) {
        // First of all, since a player may refuse the board, and then nothing has changed.
        opponent = opponent.map(player -> player.on(setup.grid()));
        game = new Game(setup, rules);
        future.clear();
        future.addAll(turns);
        sheet = Optional.empty();
        lookAtGame();
    }

    /** Begins a game where {@code other} stands, and none to redo. */
    void take(Game other) {
        start(other.setup(), other.rules(), List.of());
        game = other;
    }

    /** Makes {@code move} if it is legal. Another move than the next of those taken back throws those away. */
    Legality play(int move) {
        Legality legality = game.play(move);
        if (legality.isLegal()) {
            moveMade();
        }
        return legality;
    }

    /** Proposes dead stones, which must be whole chains, for the player to move; the game must be in agreement. */
    void propose(PointSet dead) {
        game.proposeDead(dead);
        moveMade();
    }

    private void moveMade() {
        ReplayableMove next = future.poll();
        if (next != null && !next.equals(ReplayableMove.of(game, game.moveNumber()))) {
            future.clear();
        }
        lookAtGame();
    }

    /** Returns whether passes have ended the game, so that it can be resumed. */
    boolean isEndedByPasses() {
        return isEnded(Outcome.Ending.PASSES);
    }

    /** Goes on with a game that passes have ended. */
    void resume() {
        game.resume();
        lookAtGame();
    }

    /** Takes back a resignation or else the last move, if there is either; returns whether there was. */
    boolean undo() {
        boolean isResigned = isResigned();
        if (!isResigned && game.moveNumber() == 0) {
            return false;
        }
        if (!isResigned) {
            future.push(ReplayableMove.of(game, game.moveNumber()));
        }
        game.undo();
        lookAtGame();
        return true;
    }

    private boolean isResigned() {
        return isEnded(Outcome.Ending.RESIGNATION);
    }

    private boolean isEnded(Outcome.Ending ending) {
        return game.outcome().filter(outcome -> outcome.ending() == ending).isPresent();
    }

    /** Makes the next of the moves taken back, which resumes a game that passes have ended; nothing where there is none. */
    Optional<Legality> redo() {
        ReplayableMove next = future.peek();
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

    /** Returns the next of the moves taken back. */
    Optional<Integer> nextMove() {
        return Optional.ofNullable(future.peek()).map(ReplayableMove::move);
    }

    /** Returns all moves: those made, then those taken back. */
    List<ReplayableMove> turns() {
        List<ReplayableMove> turns = new ArrayList<>();
        for (int number = 1; number <= game.moveNumber(); number++) {
            turns.add(ReplayableMove.of(game, number));
        }
        turns.addAll(future);
        return turns;
    }

    /** Ends the game as lost for the player to move. */
    void resign() {
        game.resign(game.playerToMove());
        lookAtGame();
    }

    /** Shows the game as it stands, without marks. */
    void lookAtGame() {
        marks = PointMarks.none();
        past = Optional.empty();
    }

    /** Shows the game with marks. */
    void mark(PointMarks shown) {
        lookAtGame();
        marks = shown;
    }

    /** Shows the position after move {@code number} until something else is asked for. */
    void lookBack(int number) {
        Game earlier = game.replayTo(number);
        lookAtGame();
        past = Optional.of(earlier);
    }

    /** Opens a set-up that begins with the position as it stands. */
    void openSheet() {
        PointSet black = game.board().points(Color.BLACK);
        PointSet white = game.board().points(Color.WHITE);
        sheet = Optional.of(new SetupEditor(Setup.of(game.grid(), black, white, game.playerToMove())));
        lookAtGame();
    }

    /** Returns the open set-up. */
    Optional<SetupEditor> sheet() {
        return sheet;
    }

    /** Leaves the set-up; the game is as before. */
    void closeSheet() {
        sheet = Optional.empty();
    }

    /** Seats an opponent, or nobody. */
    void seat(Optional<Opponent> player) {
        opponent = player;
    }

    /** Returns the opponent. */
    Optional<Opponent> opponent() {
        return opponent;
    }

    /** Returns the opponent if it is its turn. */
    Optional<Opponent> opponentToMove() {
        return opponent.filter(player -> !game.isOver() && player.color() == game.playerToMove());
    }

    /** Returns the board to be shown. */
    BoardView view() {
        return sheet.map(SetupEditor::view)
                .orElseGet(() -> past.map(earlier -> BoardView.of(earlier, PointMarks.none()))
                        .orElseGet(() -> BoardView.of(game, marks)));
    }

    /** Returns what stands below the board: whose turn it is and how far the game is. */
    List<String> status() {
        if (sheet.isPresent()) {
            return List.of("Set-up. " + Color.name(sheet.get().playerToMove()) + " to move.");
        }
        if (past.isPresent()) {
            int number = past.get().moveNumber();
            return List.of("An earlier position: " + PositionExplainer.when(game, number) + ".");
        }
        int black = game.takenCount(Color.BLACK);
        int white = game.takenCount(Color.WHITE);
        String captured = "Stones lost: Black " + black + ", White " + white + ".";
        return black + white == 0 ? List.of(turn()) : List.of(turn(), captured);
    }

    private String turn() {
        String total = future.isEmpty() ? "" : " of " + (game.moveNumber() + future.size());
        String text = "Move " + game.moveNumber() + total;
        if (game.moveNumber() > 0) {
            text += " (" + PositionExplainer.moveName(game, game.moveNumber()) + ")";
        }
        return text + ". "
                + game.outcome()
                        .map(outcome -> "The game is over: " + outcome.text() + ".")
                        .orElseGet(() -> Color.name(game.playerToMove())
                                + (game.isInAgreement() ? " to say which stones are dead." : " to move."));
    }

    /** Returns what is particular about the rules, on one line. */
    String rules() {
        return RulesDescription.line(game);
    }
}

package dev.tengen.game;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import dev.tengen.board.PointSet;
import dev.tengen.board.Reach;
import dev.tengen.board.SplitMix64;
import dev.tengen.board.Zobrist;
import java.util.Optional;

/**
 * A game of Go by exact rules: turns, passes, repetition, undo, end and score.
 *
 * <p>A move is a point ({@code row * width + column}, row 0 at the top) or {@link Grid#pass()}. In a settled state
 * {@link #legality}, {@link #legalPoints}, {@link #play} and {@link #undo} allocate nothing; the history grows by
 * doubling. Not thread-safe; use one game from one thread at a time.
 *
 * <pre>{@code
 * Game game = new Game(Setup.empty(Grid.square(9)), Rules.TROMP_TAYLOR);
 * game.play(game.grid().point("E5"));
 * game.play(game.grid().pass());
 * game.play(game.grid().pass());
 * System.out.println(game.score().text()); // B+73.5
 * }</pre>
 */
public final class Game {
    private final Setup setup;
    private final Grid grid;
    private final Rules rules;
    private final Board board;
    private final History history;
    private final Repetition repetition;
    private final Referee referee;
    private int resigned;
    private int rewindCount;

    /** Starts a game. */
    public Game(Setup setup, Rules rules) {
        this(setup, rules, Zobrist.of(setup.grid()));
    }

    /** Starts a game whose position hashes are made of {@code zobrist}; legality does not depend on it. */
    public Game(Setup setup, Rules rules, Zobrist zobrist) {
        this.setup = setup;
        this.grid = setup.grid();
        this.rules = rules;
        board = new Board(grid, zobrist);
        setUpBoard();
        history = new History(setup.playerToMove(), grid.pass(), board.hash());
        repetition = new Repetition(rules.ko(), board, history);
        referee = new Referee(rules, board, repetition);
    }

    private Game(Game other) {
        setup = other.setup;
        grid = other.grid;
        rules = other.rules;
        board = other.board.copy();
        history = other.history.copy();
        repetition = other.repetition.copy(board, history);
        referee = new Referee(rules, board, repetition);
        resigned = other.resigned;
    }

    private void setUpBoard() {
        if (!setup.black().isEmpty() || !setup.white().isEmpty()) {
            board.setUp(setup.black(), setup.white());
        }
    }

    /** Forgets every move and begins again from the same start, without allocating anything. */
    public void restart() {
        rewindCount++;
        board.clear();
        setUpBoard();
        history.clear(board.hash());
        repetition.clear();
        resigned = Color.EMPTY;
    }

    /** Returns a game in the same state, with the same past, that shares nothing mutable with this one. */
    public Game copy() {
        return new Game(this);
    }

    /**
     * Returns a new game from the same start with the first {@code moveNumber} moves of this one; a {@link #resume} after
     * the last of them, and a resignation, are not repeated. Throws {@link IllegalArgumentException} where there are not
     * so many moves.
     */
    public Game replayTo(int moveNumber) {
        requireMoveNumber(moveNumber, 0);
        Game game = new Game(setup, rules, board.zobrist());
        for (int number = 1; number <= moveNumber; number++) {
            if (game.isOver()) {
                game.resume();
            }
            game.playUnchecked(move(number));
        }
        return game;
    }

    private void requireMoveNumber(int number, int least) {
        if (number < least || number > moveNumber()) {
            throw InvalidValueException.outside("move_number", number, least, moveNumber());
        }
    }

    /** Returns the position the game started from. */
    public Setup setup() {
        return setup;
    }

    /** Returns the grid. */
    public Grid grid() {
        return grid;
    }

    /** Returns the rules. */
    public Rules rules() {
        return rules;
    }

    /** Returns the board, to look at and not to touch. */
    public Board board() {
        return board;
    }

    History history() {
        return history;
    }

    /** Returns the color at {@code point}: {@link Color#EMPTY}, {@link Color#BLACK} or {@link Color#WHITE}. */
    public int colorAt(int point) {
        return board.colorAt(point);
    }

    /** Returns the count of moves made, passes included. */
    public int moveNumber() {
        return history.moveCount();
    }

    /**
     * Returns how often {@link #undo} or {@link #restart} took moves back. As long as it stays the same, moves were only
     * added: what someone keeps of this game's past still holds.
     */
    public int rewindCount() {
        return rewindCount;
    }

    /**
     * Returns move {@code number}, from 1 to {@link #moveNumber()}: a point or the pass. Throws {@link
     * IllegalArgumentException} outside.
     */
    public int move(int number) {
        requireMoveNumber(number, 1);
        return history.move(number);
    }

    /**
     * Returns who made move {@code number}, from 1 to {@link #moveNumber()}. Throws {@link IllegalArgumentException}
     * outside.
     */
    public int mover(int number) {
        requireMoveNumber(number, 1);
        return history.mover(number);
    }

    /** Returns whose turn it is; once the game is over, whose it would be. */
    public int playerToMove() {
        return history.playerToMove(history.moveCount());
    }

    /** Returns the count of passes in a row that were the last moves, since {@link #resume} if that was called. */
    public int passCount() {
        return history.passCount(history.moveCount());
    }

    /** Returns the count of stones, of either color, that the last move removed. */
    public int capturedCount() {
        return history.removedCount(history.moveCount());
    }

    /** Returns whether passes or a resignation ended the game. */
    public boolean isOver() {
        return resigned != Color.EMPTY || passCount() >= rules.passesToEnd();
    }

    /** Returns how the game ended, or nothing if it goes on. */
    public Optional<Outcome> outcome() {
        if (!isOver()) {
            return Optional.empty();
        }
        AreaScore score = score();
        boolean isResignation = resigned != Color.EMPTY;
        return Optional.of(
                new Outcome(isResignation ? Color.opponent(resigned) : score.winner(), isResignation, score));
    }

    /** Returns the score of the position as it stands, whether the game is over or not. */
    public AreaScore score() {
        return AreaScore.of(board, rules.komi());
    }

    /** Returns what {@code point} reaches: its chain or empty area, and the colors beside it. */
    public Reach reach(int point) {
        return board.reach(point);
    }

    /** Returns whether the player to move may make {@code move}, and if not, why; any int may be asked about. */
    public Legality legality(int move) {
        if (isOver()) {
            return Legality.EPISODE_OVER;
        }
        if (move < 0 || move > grid.pass()) {
            return Legality.OUT_OF_RANGE;
        }
        return move == grid.pass() ? Legality.LEGAL : referee.legality(move, playerToMove());
    }

    /**
     * Returns the number of the move after which the position stood that a play at {@code point} would repeat, 0 for the
     * start: the first such move under superko, the one before the opponent's last play under simple ko. Throws {@link
     * IllegalArgumentException} where the play is not a {@link Legality#REPETITION}.
     */
    public int repeatedMoveNumber(int point) {
        if (legality(point) != Legality.REPETITION) {
            throw new IllegalArgumentException("move " + point + " is " + legality(point) + ", not REPETITION");
        }
        return referee.repeatedMoveNumber(point, playerToMove());
    }

    /** Makes {@code into} the set of points the player to move may play; empty once the game is over. */
    public void legalPoints(PointSet into) {
        if (isOver()) {
            into.clear();
        } else {
            referee.legalPoints(playerToMove(), into);
        }
    }

    /** Makes {@code move} if it is legal; otherwise changes nothing and returns why it is not. */
    public Legality play(int move) {
        Legality legality = legality(move);
        if (legality.isLegal()) {
            playUnchecked(move);
        }
        return legality;
    }

    /**
     * Makes {@code move}, which must be the pass or an empty point, without asking whether suicide or ko forbid it. The
     * game must not be over.
     */
    public void playUnchecked(int move) {
        assert !isOver() : "the game is over";
        if (move == grid.pass()) {
            history.addPass();
        } else {
            board.place(move, playerToMove());
            history.addPlay(move, board);
        }
        repetition.moveAdded();
    }

    /**
     * Takes back the resignation, if there was one, or else the last move (with the {@link #resume} that followed it).
     * Throws {@link IllegalStateException} at the start.
     */
    public void undo() {
        if (resigned != Color.EMPTY) {
            resigned = Color.EMPTY;
            return;
        }
        int last = history.moveCount();
        if (last == 0) {
            throw new IllegalStateException("there is no move to take back");
        }
        rewindCount++;
        repetition.moveRemoved();
        if (history.isPlay(last)) {
            board.takeBack(
                    history.move(last),
                    history.mover(last),
                    history.removed(),
                    history.removedFrom(last),
                    history.removedTo(last));
        }
        history.removeLast();
    }

    /**
     * Goes on with a game that passes ended, as players do who disagree about dead stones: the count of passes starts
     * again. Throws {@link IllegalStateException} where passes have not ended the game.
     */
    public void resume() {
        if (resigned != Color.EMPTY || !isOver()) {
            throw new IllegalStateException("the game was not ended by passes");
        }
        history.clearPassCount();
    }

    /** Ends the game as lost for {@code color}. Throws {@link IllegalStateException} where it is over already. */
    public void resign(int color) {
        if (isOver()) {
            throw new IllegalStateException("the game is over");
        }
        resigned = Color.requirePlayer(color);
    }

    /** Returns 64 bits over the coloring alone; 0 for the empty board. */
    public long positionHash() {
        return board.hash();
    }

    /**
     * Returns 64 bits over all that legality and scores depend on from here: rules, size, coloring, player to move,
     * passes in a row, move number, the set of positions that superko can see, the points a simple ko forbids, and
     * whether someone resigned. The same on every machine.
     */
    public long stateHash() {
        long hash = SplitMix64.mix(rules.hash() + 32L * grid.width() + grid.height());
        hash = SplitMix64.mix(hash ^ board.hash());
        hash = SplitMix64.mix(hash ^ repetition.setHash());
        hash = SplitMix64.mix(hash ^ ((long) moveNumber() << 8 | passCount() << 4 | resigned << 2 | playerToMove()));
        return rules.ko() == Ko.SIMPLE ? hashKoPoints(hash) : hash;
    }

    /** Mixes the points that simple ko forbids into {@code hash}. */
    private long hashKoPoints(long hash) {
        // Only a play that took one stone, or removed itself alone, can be undone by one play of the other side.
        if (capturedCount() != 1) {
            return hash;
        }
        long mixed = hash;
        PointSet empty = board.points(Color.EMPTY);
        for (int point = empty.first(); point >= 0; point = empty.next(point)) {
            if (referee.legality(point, playerToMove()) == Legality.REPETITION) {
                mixed = SplitMix64.mix(mixed + point + 1);
            }
        }
        return mixed;
    }

    /** Throws {@link AssertionError} where what is kept differs from what the moves alone imply. For tests. */
    public void checkConsistency() {
        board.checkConsistency();
        Game again = replayTo(moveNumber());
        if (!again.board.points(Color.BLACK).equals(board.points(Color.BLACK))
                || !again.board.points(Color.WHITE).equals(board.points(Color.WHITE))
                || again.repetition.setHash() != repetition.setHash()
                || history.hash(moveNumber()) != board.hash()) {
            throw new AssertionError("the moves lead elsewhere than to this state");
        }
    }
}

package dev.tengen.game;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import dev.tengen.board.PointSet;
import dev.tengen.board.Reach;
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
    private final LegalityChecker legalityChecker;
    private final Scorer scorer;
    private final AgreementPhase agreement;
    private final StateHash stateHash;
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
        repetition = new Repetition(rules, board, history);
        legalityChecker = new LegalityChecker(rules, board, repetition);
        scorer = new Scorer(rules, setup.handicap());
        agreement = new AgreementPhase(rules, grid, history);
        stateHash = new StateHash(this, repetition, legalityChecker);
    }

    private Game(Game other) {
        setup = other.setup;
        grid = other.grid;
        rules = other.rules;
        board = other.board.copy();
        history = other.history.copy();
        repetition = other.repetition.copy(board, history);
        legalityChecker = new LegalityChecker(rules, board, repetition);
        scorer = other.scorer;
        agreement = other.agreement.copy(history);
        stateHash = new StateHash(this, repetition, legalityChecker);
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
        agreement.clear();
        resigned = Color.EMPTY;
    }

    /** Returns a game in the same state, with the same past, that shares nothing mutable with this one. */
    public Game copy() {
        return new Game(this);
    }

    /**
     * Returns a new game from the same start with the first {@code moveNumber} moves of this one, proposals included; a {@link
     * #resume} after the last of them, and a resignation, are not repeated. Throws {@link IllegalArgumentException} where there
     * are not so many moves.
     */
    public Game replayTo(int moveNumber) {
        requireMoveNumber(moveNumber, 0);
        Game game = new Game(setup, rules, board.zobrist());
        for (int number = 1; number <= moveNumber; number++) {
            if (game.isOver()) {
                game.resume();
            }
            game.agreement.announce(agreement.proposed(number));
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

    /** Returns the count of stones of {@code color} that have left the board since the start, by capture or suicide. */
    public int takenCount(int color) {
        PointSet start = color == Color.BLACK ? setup.black() : setup.white();
        return start.size() + history.playCount(color) - board.stoneCount(color);
    }

    /** Returns whether passes (and agreement, where the rules ask for it), a resignation or a repetition ended the game. */
    public boolean isOver() {
        return resigned != Color.EMPTY || agreement.isSettled() || isEndedByRepetition();
    }

    boolean isEndedByRepetition() {
        return history.isRepeating(history.moveCount());
    }

    /** Returns how the game ended, or nothing if it goes on. */
    public Optional<Outcome> outcome() {
        return isOver() ? Optional.of(Outcome.of(this, resigned)) : Optional.empty();
    }

    /**
     * Returns the score, whether the game is over or not: of the position as it stands, but for the stones that both players
     * agreed are dead.
     */
    public Score score() {
        return agreement.dead().isEmpty() ? scorer.score(this) : score(agreement.dead());
    }

    /**
     * Returns the score of the position with the stones in {@code dead} taken off. Throws {@link InvalidValueException} where
     * they are not whole chains.
     */
    public Score score(PointSet dead) {
        return scorer.score(this, dead);
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
        if (move == grid.pass()) {
            return Legality.LEGAL;
        }
        return agreement.isUnderWay() ? Legality.AGREEMENT : legalityChecker.legality(move, playerToMove());
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
        return legalityChecker.repeatedMoveNumber(point, playerToMove());
    }

    /** Makes {@code into} the set of points the player to move may play; empty once play has ended. */
    public void legalPoints(PointSet into) {
        if (isOver() || agreement.isUnderWay()) {
            into.clear();
        } else {
            legalityChecker.legalPoints(playerToMove(), into);
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
            agreement.passAdded();
        } else {
            board.place(move, playerToMove());
            history.addPlay(move, board);
        }
        repetition.moveAdded();
    }

    /**
     * Returns whether play has ended and the player to move has to say which stones are dead, by {@link #proposeDead} or by a
     * pass, which says that none are.
     */
    public boolean isInAgreement() {
        return resigned == Color.EMPTY && agreement.isUnderWay();
    }

    /**
     * Makes the move of the player to move that proposes that the stones in {@code dead} are dead. Where both players have
     * proposed the same, the game is over, else play goes on. Throws {@link IllegalStateException} where the game is not {@link
     * #isInAgreement}, and {@link InvalidValueException} where the stones are not whole chains.
     */
    public void proposeDead(PointSet dead) {
        if (!isInAgreement()) {
            throw new IllegalStateException("players do not propose dead stones now");
        }
        Scorer.requireWholeChains(board, dead);
        agreement.announce(dead);
        playUnchecked(grid.pass());
    }

    /**
     * Returns the stones that move {@code number}, from 1 to {@link #moveNumber()}, proposed as dead; none for any other
     * move. Not to be changed. Throws {@link IllegalArgumentException} outside.
     */
    public PointSet proposedDead(int number) {
        requireMoveNumber(number, 1);
        return agreement.proposed(number);
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
        agreement.moveRemoved(last);
        if (history.isPlay(last)) {
            board.undo(
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
        if (resigned != Color.EMPTY || !agreement.isSettled()) {
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
     * passes in a row, move number, the set of positions that superko can see, the points a simple ko forbids, prisoners under
     * territory scoring, the handicap that White gets points for, what is proposed as dead, and whether someone resigned. The
     * same on every machine.
     */
    public long stateHash() {
        return stateHash.of(resigned, agreement);
    }

    /** Throws {@link AssertionError} where what is kept differs from what the moves alone imply. For tests. */
    public void checkConsistency() {
        board.checkConsistency();
        GameCheck.check(this, replayTo(moveNumber()));
    }

    /** Returns what tells whether a play repeats. */
    Repetition repetition() {
        return repetition;
    }
}

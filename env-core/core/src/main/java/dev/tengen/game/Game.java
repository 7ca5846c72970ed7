package dev.tengen.game;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.MemoryModel;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.board.Reach;
import dev.tengen.board.Zobrist;
import java.util.Optional;

/**
 * A game of Go under exact rules: turns, passes, repetition, undo, end and score.
 *
 * <p>A move is a point ({@code row * width + column}, row 0 at the top) or {@link Grid#pass()}. Once its arrays have
 * grown, {@link #legality}, {@link #legalPoints}, {@link #play} and {@link #undo} allocate nothing. Not thread-safe;
 * use a game from one thread at a time.
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
    private Setup setup;
    private final Board board;
    private final History history;
    private final Positions positions;
    private final AgreementPhase agreement;
    private Referee referee;
    private int resigned;
    private int rewindCount;

    /** Starts a game. */
    public Game(Setup setup, Rules rules) {
        this(setup, rules, Zobrist.of(setup.grid()));
    }

    /** Starts a game that computes position hashes with {@code zobrist}. Legality does not depend on the keys. */
    public Game(Setup setup, Rules rules, Zobrist zobrist) {
        this(setup, new Referee(rules, setup.grid()), zobrist);
    }

    private Game(Setup setup, Referee referee, Zobrist zobrist) {
        this.setup = setup;
        this.referee = referee;
        board = new Board(setup.grid(), zobrist);
        setUpBoard();
        history = new History(setup);
        positions = new Positions();
        agreement = new AgreementPhase(referee.rules(), history);
        referee.repetition().moveAdded(this, true);
    }

    private Game(Game other) {
        setup = other.setup;
        referee = new Referee(other.rules(), other.grid());
        board = other.board.copy();
        history = other.history.copy();
        positions = other.positions.copy();
        agreement = new AgreementPhase(other.rules(), history);
        agreement.copyFrom(other.agreement);
        resigned = other.resigned;
    }

    /** Starts a game from {@code start}, on the same grid, with the rules, the keys and the referee of this one. */
    public Game another(Setup start) {
        return another(start, referee);
    }

    /**
     * Starts a game from {@code start}, on the same grid, with the keys of this one and the rules of {@code shared},
     * which becomes its referee.
     */
    public Game another(Setup start, Referee shared) {
        return new Game(start, shared, zobrist());
    }

    /** Makes {@code shared} the referee of this game. It must have the same rules and the same grid. */
    public void setReferee(Referee shared) {
        assert shared.rules().equals(rules()) && shared.grid() == grid() : "a referee of other games";
        if (referee != shared) { // In a batch it seldom changes, and a write to an old object costs time.
            referee = shared;
        }
    }

    /** Reads the objects of the game; see {@link Board#touchObjects()}. */
    public int touchObjects() {
        return board.touchObjects() + history.touchObjects();
    }

    /** Reads what the next move will read of the game's arrays; see {@link Board#touchArrays()}. */
    public int touchArrays() {
        return board.touchArrays() + history.touchArrays();
    }

    private void setUpBoard() {
        if (!setup.black().isEmpty() || !setup.white().isEmpty()) {
            board.setUp(setup.black(), setup.white());
        }
    }

    /**
     * Returns the size in memory of a game of {@code moveCount} moves on {@code grid} under {@code rules}, with a
     * referee of its own, in bytes.
     */
    public static long memoryBytes(Grid grid, Rules rules, int moveCount) {
        int pointCount = grid.pointCount();
        long room = History.capacity(moveCount, pointCount);
        return MemoryModel.GAME.bytes(pointCount)
                + Referee.memoryBytes(grid)
                + MemoryModel.MOVE.bytes(room)
                + MemoryModel.POSITION_TABLE.bytes(Repetition.tableSize(rules, pointCount, moveCount))
                + MemoryModel.CAPTURING_MOVE.bytes(Math.max(0, room - pointCount / 2));
    }

    /** Returns the size in memory of a proposal of dead stones, at least one, in a game on {@code grid}, in bytes. */
    public static long proposalBytes(Grid grid) {
        return MemoryModel.PROPOSAL.bytes(grid.pointCount());
    }

    /** Returns the number of moves that proposed at least one dead stone. */
    public int proposalCount() {
        return agreement.count();
    }

    /**
     * Returns the number of moves for which a game on {@code grid} has room that has grown for {@code moveCount} moves.
     */
    public static int roomForMoves(Grid grid, int moveCount) {
        return (int) Math.min(Integer.MAX_VALUE, History.capacity(moveCount, grid.pointCount()) - 1);
    }

    /** Makes room for {@code count} moves in all, so that playing them makes fewer copies of the history. */
    public void ensureCapacity(int count) {
        history.ensureCapacity(count);
    }

    /** Removes every move and returns to the starting position, without allocation. */
    public void restart() {
        rewindCount++;
        board.clear();
        setUpBoard();
        history.clear();
        positions.clear();
        agreement.clear();
        resigned = Color.EMPTY;
        referee.repetition().moveAdded(this, true);
    }

    /** Returns a game with the same state and history. The two games share no mutable state. */
    public Game copy() {
        return new Game(this);
    }

    /**
     * Makes this game a copy of {@code other}, with the same start, state and history. The grid, the rules and the keys
     * of the two games must be equal. Once the arrays of this game have grown, nothing is allocated unless
     * {@code other} has proposals of dead stones or a table of positions, which only long games with many captures
     * have.
     */
    public void copyFrom(Game other) {
        copyFrom(other, referee);
    }

    /**
     * Makes this game a copy of {@code other}, as {@link #copyFrom(Game)} does, but the rules of the two games may
     * differ: {@code shared}, which has those of {@code other}, becomes the referee.
     */
    @SuppressWarnings("ReferenceEquality") // Mostly it is the same setup, and a write to an old object costs time.
    public void copyFrom(Game other, Referee shared) {
        assert grid() == other.grid() && shared.rules().equals(other.rules()) : "a game on another grid";
        if (setup != other.setup) {
            setup = other.setup;
        }
        if (referee != shared) {
            referee = shared;
        }
        rewindCount++;
        board.copyFrom(other.board);
        history.copyFrom(other.history);
        positions.copyFrom(other.positions);
        agreement.copyFrom(other.agreement);
        resigned = other.resigned;
    }

    /**
     * Returns a new game from the same start with the first {@code moveNumber} moves of this one, including proposals
     * of dead stones. A {@link #resume} after the last of these moves and a resignation are not repeated.
     *
     * @throws IllegalArgumentException if {@code moveNumber} is outside [0, {@link #moveNumber()}]
     * @throws java.util.concurrent.CancellationException if the thread is interrupted
     */
    public Game replayTo(int moveNumber) {
        GameReplay replay = new GameReplay(this);
        replay.advanceTo(moveNumber);
        return replay.game();
    }

    /** Makes the move that {@code original} made as its move {@code number}, which follows the present one. */
    void repeat(Game original, int number) {
        if (isOver()) {
            resume();
        }
        agreement.recordProposal(original.agreement.proposed(number));
        playUnchecked(original.move(number));
    }

    void requireMoveNumber(int number, int least) {
        if (number < least || number > moveNumber()) {
            throw InvalidValueException.outside("move_number", number, least, moveNumber());
        }
    }

    /** Returns the starting position. */
    public Setup setup() {
        return setup;
    }

    public Grid grid() {
        return setup.grid();
    }

    public Rules rules() {
        return referee.rules();
    }

    /** Returns the board. It belongs to the game; callers must not change it. */
    public Board board() {
        return board;
    }

    History history() {
        return history;
    }

    Positions positions() {
        return positions;
    }

    Referee referee() {
        return referee;
    }

    /** Returns the color at {@code point}: {@link Color#EMPTY}, {@link Color#BLACK} or {@link Color#WHITE}. */
    public int colorAt(int point) {
        return board.colorAt(point);
    }

    /** Returns the number of moves made, including passes. */
    public int moveNumber() {
        return history.moveCount();
    }

    /**
     * Returns how often {@link #undo} or {@link #restart} removed moves. While the value stays the same, moves were
     * only added, so data cached about earlier moves of this game is still valid.
     */
    public int rewindCount() {
        return rewindCount;
    }

    /**
     * Returns the points where {@code color} has played or has a stone of the setup: all points that held a stone of it
     * in any position, and perhaps the points of suicides. Callers must not change the set.
     */
    public PointSet held(int color) {
        return history.held(color);
    }

    /**
     * Returns a move: a point or the pass.
     *
     * @param number the move number, from 1 to {@link #moveNumber()}
     * @throws IllegalArgumentException if {@code number} is out of range
     */
    public int move(int number) {
        requireMoveNumber(number, 1);
        return history.move(number);
    }

    /**
     * Returns the color that made a move.
     *
     * @param number the move number, from 1 to {@link #moveNumber()}
     * @throws IllegalArgumentException if {@code number} is out of range
     */
    public int mover(int number) {
        requireMoveNumber(number, 1);
        return history.mover(number);
    }

    /** Returns the color to move; after the end of the game, the color whose turn it would be. */
    public int playerToMove() {
        return history.playerToMove(history.moveCount());
    }

    /** Returns the number of consecutive passes at the end of the move list, counted since the last {@link #resume}. */
    public int passCount() {
        return history.passCount();
    }

    /** Returns the number of stones, of either color, that the last move removed. */
    public int removedCount() {
        return history.removedCount();
    }

    /** Returns the number of stones of {@code color} that left the board since the start, by capture or suicide. */
    public int takenCount(int color) {
        PointSet start = color == Color.BLACK ? setup.black() : setup.white();
        return start.size() + history.playCount(color) - board.stoneCount(color);
    }

    /**
     * Returns whether the game has ended: by passes (and agreement, if the rules require it), resignation or
     * repetition.
     */
    public boolean isOver() {
        return resigned != Color.EMPTY || agreement.isComplete() || isEndedByRepetition();
    }

    boolean isEndedByRepetition() {
        return history.isRepeating(history.moveCount());
    }

    /** Returns how the game ended; empty while it is in progress. */
    public Optional<Outcome> outcome() {
        return isOver() ? Optional.of(Outcome.of(this, resigned)) : Optional.empty();
    }

    /**
     * Returns the score of the current position, whether or not the game is over. Stones that both players agreed are
     * dead are removed first.
     */
    public Score score() {
        return agreement.hasDead() ? score(agreement.proposed(moveNumber())) : scorer().score(this);
    }

    /**
     * Returns the score of the position after the stones in {@code dead} are removed.
     *
     * @throws InvalidValueException if the stones are not whole chains
     */
    public Score score(PointSet dead) {
        return scorer().score(this, dead);
    }

    private Scorer scorer() {
        return new Scorer(rules(), setup.handicap());
    }

    /** Returns the connected region of {@code point} (its chain or empty area) and the colors it reaches. */
    public Reach reach(int point) {
        return board.reach(point);
    }

    /** Returns whether the player to move may make {@code move}, or the reason why not. Accepts any int. */
    public Legality legality(int move) {
        if (isOver()) {
            return Legality.EPISODE_OVER;
        }
        if (move < 0 || move > grid().pass()) {
            return Legality.OUT_OF_RANGE;
        }
        if (move == grid().pass()) {
            return Legality.LEGAL;
        }
        return agreement.isActive()
                ? Legality.AGREEMENT
                : referee.legalityChecker().legality(this, move, playerToMove());
    }

    /**
     * Returns the number of the earlier move after which the board had the position that a play at {@code point} would
     * repeat; 0 is the start. Under superko this is the first such move; under simple ko, the one before the opponent's
     * last play.
     *
     * @throws IllegalArgumentException if the play is not a {@link Legality#REPETITION}
     */
    public int repeatedMoveNumber(int point) {
        if (legality(point) != Legality.REPETITION) {
            throw new IllegalArgumentException("move " + point + " is " + legality(point) + ", not REPETITION");
        }
        return referee.legalityChecker().repeatedMoveNumber(this);
    }

    /** Sets {@code into} to the points where the player to move may play. The set is empty once play has ended. */
    public void legalPoints(PointSet into) {
        if (isOver() || agreement.isActive()) {
            into.clear();
        } else {
            referee.legalityChecker().legalPoints(this, playerToMove(), into);
        }
    }

    /** Makes {@code move} if it is legal. Otherwise changes nothing and returns the reason. */
    public Legality play(int move) {
        Legality legality = legality(move);
        if (legality.isLegal()) {
            add(move, true);
        }
        return legality;
    }

    /**
     * Makes {@code move}, which {@link #legality} or {@link #legalPoints} has found legal in this position, without
     * checking it again.
     */
    public void playLegal(int move) {
        assert legality(move).isLegal() : "move " + move + " is " + legality(move);
        add(move, true);
    }

    /**
     * Makes {@code move} without checking suicide and ko. The move must be the pass or an empty point, and the game
     * must not be over.
     */
    public void playUnchecked(int move) {
        assert !isOver() : "the game is over";
        add(move, false);
    }

    private void add(int move, boolean isLegal) {
        if (move == grid().pass()) {
            history.addPass();
            agreement.passAdded();
        } else {
            board.place(move, playerToMove());
            history.addPlay(move, board);
        }
        referee.repetition().moveAdded(this, isLegal);
    }

    /**
     * Returns whether play has ended and the player to move must propose the dead stones, by {@link #proposeDead} or by
     * a pass, which proposes none.
     */
    public boolean isInAgreement() {
        return resigned == Color.EMPTY && agreement.isActive();
    }

    /**
     * Returns whether the player to move may propose that the stones in {@code dead} are dead, or the reason why not:
     * {@link Legality#EPISODE_OVER}, {@link Legality#NO_AGREEMENT} or {@link Legality#NOT_WHOLE_CHAINS}.
     */
    public Legality legalityOfProposal(PointSet dead) {
        if (isOver()) {
            return Legality.EPISODE_OVER;
        }
        if (!isInAgreement()) {
            return Legality.NO_AGREEMENT;
        }
        return Scorer.wholeChainsError(board, dead).isPresent() ? Legality.NOT_WHOLE_CHAINS : Legality.LEGAL;
    }

    /**
     * Proposes, as the move of the player to move, that the stones in {@code dead} are dead. If both players have
     * proposed the same stones, the game is over; otherwise play resumes.
     *
     * @throws IllegalStateException if the game is not {@link #isInAgreement}
     * @throws InvalidValueException if the stones are not whole chains
     */
    public void proposeDead(PointSet dead) {
        if (!isInAgreement()) {
            throw new IllegalStateException("players do not propose dead stones now");
        }
        Scorer.requireWholeChains(board, dead);
        agreement.recordProposal(dead);
        playUnchecked(grid().pass());
    }

    /**
     * Returns the stones that a move proposed as dead; empty for any other move. The caller must not change the set.
     *
     * @param number the move number, from 1 to {@link #moveNumber()}
     * @throws IllegalArgumentException if {@code number} is out of range
     */
    public PointSet proposedDead(int number) {
        requireMoveNumber(number, 1);
        return agreement.proposed(number);
    }

    /**
     * Undoes the resignation if there was one, otherwise the last move (with a {@link #resume} that followed it).
     *
     * @throws IllegalStateException if there is no move to undo
     */
    public void undo() {
        if (resigned != Color.EMPTY) {
            resigned = Color.EMPTY;
            return;
        }
        int last = history.moveCount();
        if (last == 0) {
            throw new IllegalStateException("there is no move to undo");
        }
        rewindCount++;
        referee.repetition().moveRemoved(this);
        agreement.moveRemoved(last);
        if (history.isPlay(last)) {
            int count = history.removedCount();
            int from = History.removedFrom(count, history.removedEnd());
            board.undo(history.move(last), history.mover(last), history.removed(), from, from + count);
        }
        history.removeLast();
    }

    /**
     * Resumes a game that passes ended, as players do who disagree about dead stones. The count of consecutive passes
     * restarts at 0.
     *
     * @throws IllegalStateException if the game was not ended by passes
     */
    public void resume() {
        if (resigned != Color.EMPTY || !agreement.isComplete()) {
            throw new IllegalStateException("the game was not ended by passes");
        }
        history.clearPassCount();
    }

    /**
     * Ends the game as a loss for {@code color}.
     *
     * @throws IllegalStateException if the game is over
     * @throws IllegalArgumentException if {@code color} is not Black or White
     */
    public void resign(int color) {
        if (isOver()) {
            throw new IllegalStateException("the game is over");
        }
        resigned = Color.requirePlayer(color);
    }

    /** Returns the keys of the position hash. */
    public Zobrist zobrist() {
        return board.zobrist();
    }

    /** Returns the 64-bit Zobrist hash of the coloring alone; 0 for the empty board. */
    public long positionHash() {
        return board.hash();
    }

    /**
     * Returns a 64-bit hash of everything that future legality and scores depend on: rules, size, coloring, player to
     * move, consecutive passes, move number, the set of positions that superko compares with, the points that simple ko
     * forbids, prisoners under territory scoring, the handicap for which White receives points, proposed dead stones,
     * and a resignation. The hash is the same on every machine.
     */
    public long stateHash() {
        return referee.stateHash().of(this, resigned, agreement);
    }

    /**
     * Checks the game state against a replay of its moves, and what is known of them. For tests.
     *
     * @throws AssertionError if a value differs
     */
    public void checkConsistency() {
        board.checkConsistency();
        history.checkConsistency(board);
        Game replay = replayTo(moveNumber());
        for (int color = Color.BLACK; color <= Color.WHITE; color++) {
            requireReplayed(replay.board.points(color).equals(board.points(color)), "the stones");
            requireReplayed(replay.takenCount(color) == takenCount(color), "the number of stones taken");
        }
        requireReplayed(replay.positions.setHash == positions.setHash, "the positions that superko compares with");
        HistoryCursor start = new HistoryCursor(grid());
        start.startAt(this);
        while (start.moveNumber() > 0) {
            start.stepBack(this);
        }
        requireReplayed(
                start.stones(Color.BLACK).equals(setup.black())
                        && start.stones(Color.WHITE).equals(setup.white()),
                "the stones at the start");
        for (int number = 1; number <= moveNumber(); number++) {
            requireReplayed(replay.proposedDead(number).equals(proposedDead(number)), "the proposals of dead stones");
        }
    }

    private static void requireReplayed(boolean isEqual, String what) {
        if (!isEqual) {
            throw new AssertionError("a replay of the moves differs in " + what);
        }
    }
}

package dev.tengen.game;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.PlayPreview;
import dev.tengen.board.PointSet;
import dev.tengen.board.Zobrist;

/**
 * Detects plays that would repeat a position which the ko rule forbids (ko and superko detection).
 *
 * <p>The index of positions grows with the game; otherwise nothing here allocates.
 */
final class Repetition {
    /*
     * A situation is a coloring and, under two of the rules, a player: the one to move (SITUATIONAL) or the one whose
     * play made it (NATURAL_SITUATIONAL). Of each set of equal situations the first is kept. They are looked up by the
     * number of black and of white stones: a play can only repeat positions with as many stones as it would leave. Few
     * earlier positions have, mostly none.
     *
     * A play that captures nothing and is no suicide adds one stone. So for each earlier position with one own stone
     * more than now, the exclusive-or of its hash and the current hash must be the key of that stone. A table from keys
     * to points then gives the suspect play (addSuspects). No other point has to be checked.
     *
     * Hashes only find candidates. If hashes are equal, the colorings themselves are compared; the earlier one is
     * rebuilt by walking the history back. So a collision costs time and can never forbid a legal move.
     *
     * If a repetition is not forbidden but ends the game, colorings are kept as under positional superko, and a play
     * that leaves one of them is marked.
     *
     * Positions leave the index in the reverse of the order in which they were added.
     */
    private static final int NONE = -1;
    private static final long SITUATION_SALT = 0x5851F42D4C957F2DL;

    private final Ko ko;

    /** Whether a repetition ends the game. In that case {@link #ko} is not superko. */
    private final boolean isEnding;

    private final Board board;
    private final History history;

    private final PositionIndex index;
    private long setHash;

    private final HistoryCursor past;
    private final PointSet blackAfter;
    private final PointSet whiteAfter;

    Repetition(Rules rules, Board board, History history) {
        ko = rules.ko();
        isEnding = rules.repetitionEnd() != RepetitionEnd.NONE;
        this.board = board;
        this.history = history;
        index = new PositionIndex(board.grid().pointCount());
        past = new HistoryCursor(board.grid());
        blackAfter = new PointSet(board.grid());
        whiteAfter = new PointSet(board.grid());
        moveAdded();
    }

    /** Removes every position but the current one, which is the start. */
    void clear() {
        index.clear();
        setHash = 0;
        moveAdded();
    }

    private Repetition(Repetition other, Board board, History history) {
        this.ko = other.ko;
        this.isEnding = other.isEnding;
        this.board = board;
        this.history = history;
        index = other.index.copy();
        setHash = other.setHash;
        past = new HistoryCursor(board.grid());
        blackAfter = new PointSet(board.grid());
        whiteAfter = new PointSet(board.grid());
    }

    /** Returns a copy for copies of the board and of the history. */
    Repetition copy(Board boardCopy, History historyCopy) {
        return new Repetition(this, boardCopy, historyCopy);
    }

    /** Returns the hash of the set of situations that superko compares with, including the current one. */
    long setHash() {
        return setHash;
    }

    /**
     * Adds to {@code suspects} the points where a play of {@code color} that captures nothing and is no suicide may be
     * a repetition. Returns whether there is such a point. For other plays the result has no meaning.
     */
    boolean addSuspects(int color, PointSet suspects) {
        if (!ko.isSuperko()) {
            return false;
        }
        int blackAfterPlay = board.stoneCount(Color.BLACK) + (color == Color.BLACK ? 1 : 0);
        int whiteAfterPlay = board.stoneCount(Color.WHITE) + (color == Color.WHITE ? 1 : 0);
        if (!index.mayHaveCounts(blackAfterPlay, whiteAfterPlay)) {
            return false;
        }
        boolean isAny = false;
        for (int number = index.newest(blackAfterPlay, whiteAfterPlay); number >= 0; number = index.older(number)) {
            isAny |= index.addSteps(number, board.hash(), board.zobrist(), color, suspects);
        }
        return isAny;
    }

    /**
     * Returns whether a play of {@code color} that leaves the given hash and stone counts may be a repetition. If this
     * returns false, the play is no repetition.
     */
    boolean isSuspect(int color, long hash, int ownCount, int enemyCount) {
        if (!ko.isSuperko()) {
            return ko == Ko.SIMPLE && isBeforeLastPlay(hash);
        }
        int blackCount = color == Color.BLACK ? ownCount : enemyCount;
        int whiteCount = color == Color.BLACK ? enemyCount : ownCount;
        if (!index.mayHaveHash(hash) || !index.mayHaveCounts(blackCount, whiteCount)) {
            return false;
        }
        for (int number = index.newest(blackCount, whiteCount); number >= 0; number = index.older(number)) {
            if (index.mayHaveHash(number, hash)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Checks positional, situational and natural situational superko, and simple ko. Returns the number of the first
     * move after which the position stood that a play must not repeat; -1 if it repeats none. {@code play} must be the
     * preview of a stone of {@code color} on {@code point}.
     */
    int repeatedMoveNumber(PlayPreview play, int point, int color) {
        return switch (ko) {
            case POSITIONAL -> findRepeated(play, point, color, Color.EMPTY);
            case SITUATIONAL -> findRepeated(play, point, color, Color.opponent(color));
            case NATURAL_SITUATIONAL -> findRepeated(play, point, color, color);
            case SIMPLE -> findSimple(play, point, color);
            case NONE -> NONE;
        };
    }

    private int findRepeated(PlayPreview play, int point, int color, int player) {
        boolean isColoringKnown = false;
        int own = board.stoneCount(color) + (play.isSuicide() ? 1 - play.suicideCount() : 1);
        int enemies = board.stoneCount(Color.opponent(color)) - play.capturedCount();
        int blackCount = color == Color.BLACK ? own : enemies;
        int whiteCount = color == Color.BLACK ? enemies : own;
        for (int number = index.newest(blackCount, whiteCount); number >= 0; number = index.older(number)) {
            if (index.mayHaveHash(number, play.hash()) && player(number) == player) {
                if (!isColoringKnown) {
                    board.coloringAfter(play, point, color, blackAfter, whiteAfter);
                    isColoringKnown = true;
                }
                if (isColoringAt(number, blackAfter, whiteAfter)) {
                    return number;
                }
            }
        }
        return NONE;
    }

    private int findSimple(PlayPreview play, int point, int color) {
        if (!isBeforeLastPlay(play.hash())) {
            return NONE;
        }
        int last = history.moveCount();
        board.coloringAfter(play, point, color, blackAfter, whiteAfter);
        return isColoringAt(last - 1, blackAfter, whiteAfter) ? last - 1 : NONE;
    }

    /**
     * Returns whether one play can restore the position before the last move, and that position had {@code hash}. The
     * last move must have removed one stone then: otherwise the counts of stones differ.
     */
    private boolean isBeforeLastPlay(long hash) {
        if (history.removedCount() != 1) {
            return false;
        }
        int last = history.moveCount();
        int mover = history.mover(last);
        int removed = history.removed()[History.removedFrom(1, history.removedEnd())];
        int removedColor = history.isSuicide(last) ? mover : Color.opponent(mover);
        Zobrist zobrist = board.zobrist();
        return hash == (board.hash() ^ zobrist.key(mover, history.move(last)) ^ zobrist.key(removedColor, removed));
    }

    /** Returns whether the given coloring stood after move {@code number}. */
    private boolean isColoringAt(int number, PointSet black, PointSet white) {
        past.startAt(board, history);
        while (past.moveNumber() > number) {
            past.stepBack(history, board.zobrist());
        }
        return past.stones(Color.BLACK).equals(black)
                && past.stones(Color.WHITE).equals(white);
    }

    /**
     * Adds the position after the last move of the history, or the start if there is no move. The board must be at that
     * position.
     */
    void moveAdded() {
        int number = history.moveCount();
        if (!isTracked(number)) {
            return;
        }
        if (!index.mayHaveHash(board.hash()) || !isInIndex(number)) {
            history.markVisible(number);
            setHash ^= situationHash(number);
            index.add(number, board.stoneCount(Color.BLACK), board.stoneCount(Color.WHITE), board.hash());
        } else if (isEnding) {
            history.markRepeating(number);
        }
    }

    /**
     * Removes the position after the last move of the history, before that move is undone. The board must still be at
     * it.
     */
    void moveRemoved() {
        int number = history.moveCount();
        if (history.isVisible(number)) {
            index.remove(number, board.stoneCount(Color.BLACK), board.stoneCount(Color.WHITE));
            setHash ^= situationHash(number);
        }
    }

    private boolean isTracked(int number) {
        return switch (ko) {
            case POSITIONAL -> number == 0 || history.isPlay(number);
            case SITUATIONAL -> true;
            case NATURAL_SITUATIONAL -> history.isPlay(number);
            case SIMPLE, NONE -> isEnding && (number == 0 || history.isPlay(number));
        };
    }

    /** Returns the player of the situation after move {@code number}. */
    private int player(int number) {
        return switch (ko) {
            case SITUATIONAL -> history.playerToMove(number);
            case NATURAL_SITUATIONAL -> history.mover(number);
            default -> Color.EMPTY;
        };
    }

    /** Returns the hash of the current situation, after move {@code number}. */
    private long situationHash(int number) {
        return SplitMix64.mix(board.hash() + SITUATION_SALT * (player(number) + 1));
    }

    /** Returns whether the current situation, after move {@code number}, is already in the index. */
    private boolean isInIndex(int number) {
        long hash = board.hash();
        int player = player(number);
        int newest = index.newest(board.stoneCount(Color.BLACK), board.stoneCount(Color.WHITE));
        for (int other = newest; other >= 0; other = index.older(other)) {
            if (index.mayHaveHash(other, hash)
                    && player(other) == player
                    && isColoringAt(other, board.points(Color.BLACK), board.points(Color.WHITE))) {
                return true;
            }
        }
        return false;
    }
}

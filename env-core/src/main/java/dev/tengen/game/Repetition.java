package dev.tengen.game;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.HeapSize;
import dev.tengen.board.PlayPreview;
import dev.tengen.board.PointSet;
import dev.tengen.board.SplitMix64;
import java.util.Arrays;

/**
 * Detects plays that would repeat a position which the ko rule forbids (ko and superko detection).
 *
 * <p>The lists grow with the game; otherwise nothing here allocates.
 */
final class Repetition {
    /*
     * A situation is a coloring and, under two of the rules, a player: the one to move (SITUATIONAL) or the one whose
     * play made it (NATURAL_SITUATIONAL). Of each set of equal situations the first is kept. The lists are indexed by
     * the number of black and of white stones: a play can only repeat positions with as many stones as it would leave.
     * These lists are short, mostly empty.
     *
     * A play that captures nothing and is no suicide adds one stone. So for each earlier position with one own stone
     * more than now, the exclusive-or of its hash and the current hash must be the key of that stone. A table from keys
     * to points then gives the suspect play (addSuspects). No other point has to be checked.
     *
     * Hashes only find candidates. If hashes are equal, the colorings themselves are compared; the earlier one is
     * rebuilt by walking the history back. So a collision costs time and can never forbid a legal move.
     *
     * A bit filter rules out most hashes that never occurred, so that no list is searched for them. Its bits stay set
     * when moves are undone, until the game restarts.
     *
     * If a repetition is not forbidden but ends the game, colorings are kept as under positional superko, and a play
     * that leaves one of them is marked.
     *
     * Entries leave the lists in the reverse of the order in which they were added.
     */
    private static final int NONE = -1;
    private static final int INITIAL_NUMBERS = 64;
    private static final int SLOT_BITS = 9;

    /** The number of words in the filter: a power of two, so large that few bits are set in a game of usual length. */
    private static final int FILTER_WORDS = 256;

    private static final int SPREAD = 1024;
    private static final int MIX = 0x9E3779B1;
    private static final long SITUATION_SALT = 0x5851F42D4C957F2DL;

    private final Ko ko;

    /** Whether a repetition ends the game. In that case {@link #ko} is not superko. */
    private final boolean isEnding;

    private final Board board;
    private final History history;

    /** For each pair of stone counts, the number of the last position with these counts plus 1; 0 if there is none. */
    private final int[] newest;

    /** For each position, the number of the previous position in its list plus 1; 0 for the first. */
    private int[] older = new int[INITIAL_NUMBERS];

    /**
     * A bit for each hash that occurred, by its low bits. A bit may also be set for other hashes; that only costs time.
     */
    private final long[] filter;

    private long setHash;

    private final HistoryCursor past;
    private final PointSet blackAfter;
    private final PointSet whiteAfter;

    Repetition(Rules rules, Board board, History history) {
        ko = rules.ko();
        isEnding = rules.repetitionEnd() != RepetitionEnd.NONE;
        this.board = board;
        this.history = history;
        newest = new int[1 << SLOT_BITS];
        filter = new long[FILTER_WORDS];
        past = new HistoryCursor(board.grid());
        blackAfter = new PointSet(board.grid());
        whiteAfter = new PointSet(board.grid());
        moveAdded();
    }

    /** Removes every position but the current one, which is the start. */
    void clear() {
        Arrays.fill(newest, 0);
        Arrays.fill(filter, 0);
        setHash = 0;
        moveAdded();
    }

    private Repetition(Repetition other, Board board, History history) {
        this.ko = other.ko;
        this.isEnding = other.isEnding;
        this.board = board;
        this.history = history;
        newest = other.newest.clone();
        filter = other.filter.clone();
        older = other.older.clone();
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
        boolean isAny = false;
        int blackAfterPlay = board.stoneCount(Color.BLACK) + (color == Color.BLACK ? 1 : 0);
        int whiteAfterPlay = board.stoneCount(Color.WHITE) + (color == Color.WHITE ? 1 : 0);
        long hash = board.hash();
        for (int next = newest[slot(blackAfterPlay, whiteAfterPlay)]; next != 0; next = older[next - 1]) {
            isAny |= board.zobrist().addPoints(color, hash ^ history.hash(next - 1), suspects);
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
        if (!mayHaveOccurred(hash)) {
            return false;
        }
        int slot = color == Color.BLACK ? slot(ownCount, enemyCount) : slot(enemyCount, ownCount);
        for (int next = newest[slot]; next != 0; next = older[next - 1]) {
            if (history.hash(next - 1) == hash) {
                return true;
            }
        }
        return false;
    }

    /**
     * Checks positional, situational and natural situational superko, and simple ko. Returns the number of the first move
     * after which the position stood that a play must not repeat; -1 if it repeats none. {@code play} must be the preview of a stone of {@code color} on {@code point}.
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
        int slot = color == Color.BLACK ? slot(own, enemies) : slot(enemies, own);
        for (int next = newest[slot]; next != 0; next = older[next - 1]) {
            int number = next - 1;
            if (history.hash(number) == play.hash() && player(number) == player) {
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

    /** Returns whether the last move was a play and the position before it had {@code hash}. */
    private boolean isBeforeLastPlay(long hash) {
        int last = history.moveCount();
        return history.isPlay(last) && history.hash(last - 1) == hash;
    }

    /** Returns whether the given coloring stood after move {@code number}. */
    private boolean isColoringAt(int number, PointSet black, PointSet white) {
        past.startAt(board.points(Color.BLACK), board.points(Color.WHITE), history.moveCount());
        while (past.moveNumber() > number) {
            past.stepBack(history);
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
        int slot = slot(board.stoneCount(Color.BLACK), board.stoneCount(Color.WHITE));
        if (!mayHaveOccurred(history.hash(number)) || !isInList(slot, number)) {
            history.markVisible(number);
            setHash ^= situationHash(number);
            addToList(slot, number);
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
            int slot = slot(board.stoneCount(Color.BLACK), board.stoneCount(Color.WHITE));
            assert newest[slot] == number + 1 : "position " + number + " is not the last of its list";
            newest[slot] = older[number];
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

    private long situationHash(int number) {
        return SplitMix64.mix(history.hash(number) + SITUATION_SALT * (player(number) + 1));
    }

    /** Returns whether the current situation, after move {@code number}, is already in its list. */
    private boolean isInList(int slot, int number) {
        long hash = history.hash(number);
        int player = player(number);
        for (int next = newest[slot]; next != 0; next = older[next - 1]) {
            int other = next - 1;
            if (history.hash(other) == hash
                    && player(other) == player
                    && isColoringAt(other, board.points(Color.BLACK), board.points(Color.WHITE))) {
                return true;
            }
        }
        return false;
    }

    private void addToList(int slot, int number) {
        if (number >= older.length) {
            older = Arrays.copyOf(older, number + number / 2);
        }
        filter[filterIndex(history.hash(number))] |= 1L << history.hash(number);
        older[number] = newest[slot];
        newest[slot] = number + 1;
    }

    private boolean mayHaveOccurred(long hash) {
        return ((filter[filterIndex(hash)] >>> hash) & 1) != 0;
    }

    private static int filterIndex(long hash) {
        return (int) (hash >>> 6) & (FILTER_WORDS - 1);
    }

    private static int slot(int blackCount, int whiteCount) {
        return ((blackCount * SPREAD + whiteCount) * MIX) >>> (32 - SLOT_BITS);
    }

    /** Returns the size in memory of the positions of a game of {@code moveCount} moves on {@code grid} under {@code rules}, in bytes. */
    static long memoryBytes(Rules rules, Grid grid, int moveCount) {
        int positionCount = rules.ko().isSuperko() || rules.repetitionEnd() != RepetitionEnd.NONE ? moveCount : 0;
        return HeapSize.object(9, 1 + Long.BYTES)
                + HeapSize.ints(1 << SLOT_BITS)
                + HeapSize.ints(HeapSize.grownByHalf(INITIAL_NUMBERS, positionCount))
                + HeapSize.longs(FILTER_WORDS)
                + HistoryCursor.memoryBytes(grid)
                + 2 * PointSet.memoryBytes(grid);
    }
}

package dev.tengen.game;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.HeapSize;
import java.util.Arrays;

/**
 * The moves of a game and the stones each move removed: enough to rebuild every earlier coloring.
 *
 * <p>All arrays are indexed by move number; number 0 is the start. The arrays grow when full; otherwise nothing here
 * allocates.
 */
final class History {
    private static final int INITIAL_CAPACITY = 32;
    private static final byte SUICIDE = 1;
    private static final byte VISIBLE = 2;
    private static final byte REPEATING = 4;

    private final int firstPlayer;
    private final int pass;
    private int moveCount;

    /** The number of passes of each player, by color. */
    private final int[] passes = new int[3];

    private short[] moves = new short[INITIAL_CAPACITY];
    private byte[] marks = new byte[INITIAL_CAPACITY];
    private byte[] passCounts = new byte[INITIAL_CAPACITY];
    private long[] hashes = new long[INITIAL_CAPACITY];
    private int[] removedEnds = new int[INITIAL_CAPACITY];
    private short[] removed = new short[INITIAL_CAPACITY];

    History(int firstPlayer, int pass, long startHash) {
        this.firstPlayer = firstPlayer;
        this.pass = pass;
        hashes[0] = startHash;
    }

    /** Removes every move. */
    void clear(long startHash) {
        moveCount = 0;
        Arrays.fill(passes, 0);
        marks[0] = 0;
        passCounts[0] = 0;
        hashes[0] = startHash;
    }

    private History(History other) {
        firstPlayer = other.firstPlayer;
        pass = other.pass;
        moveCount = other.moveCount;
        System.arraycopy(other.passes, 0, passes, 0, passes.length);
        moves = other.moves.clone();
        marks = other.marks.clone();
        passCounts = other.passCounts.clone();
        hashes = other.hashes.clone();
        removedEnds = other.removedEnds.clone();
        removed = other.removed.clone();
    }

    History copy() {
        return new History(this);
    }

    int moveCount() {
        return moveCount;
    }

    /** Returns move {@code number}, from 1: a point or the pass. */
    int move(int number) {
        assert number >= 1 && number <= moveCount : "move " + number + " is outside [1, " + moveCount + "]";
        return moves[number];
    }

    boolean isPlay(int number) {
        return number > 0 && move(number) != pass;
    }

    /** Returns the color to move after move {@code number}. */
    int playerToMove(int number) {
        return (number & 1) == 0 ? firstPlayer : Color.opponent(firstPlayer);
    }

    /** Returns the color that made move {@code number}. */
    int mover(int number) {
        return playerToMove(number - 1);
    }

    /** Returns the number of stones that {@code color} has played. */
    int playCount(int color) {
        return (color == firstPlayer ? moveCount + 1 : moveCount) / 2 - passes[color];
    }

    /** Returns the hash of the coloring after move {@code number}. */
    long hash(int number) {
        return hashes[number];
    }

    /** Returns the number of consecutive passes up to and including move {@code number}. */
    int passCount(int number) {
        return passCounts[number];
    }

    /** Resets the count of consecutive passes before the next move. */
    void clearPassCount() {
        passCounts[moveCount] = 0;
    }

    /** Returns whether move {@code number} removed the chain it was part of. */
    boolean isSuicide(int number) {
        return (marks[number] & SUICIDE) != 0;
    }

    /**
     * Returns whether superko compares with the position after move {@code number}, and no equal position came before.
     */
    boolean isVisible(int number) {
        return (marks[number] & VISIBLE) != 0;
    }

    void markVisible(int number) {
        marks[number] |= VISIBLE;
    }

    /** Returns whether move {@code number} ended the game by repeating an earlier coloring. */
    boolean isRepeating(int number) {
        return (marks[number] & REPEATING) != 0;
    }

    void markRepeating(int number) {
        marks[number] |= REPEATING;
    }

    /**
     * Returns the removed stones of all moves. Those of one move are at {@link #removedFrom} (inclusive) to
     * {@link #removedTo} (exclusive).
     */
    short[] removed() {
        return removed;
    }

    int removedFrom(int number) {
        return removedEnds[number - 1];
    }

    int removedTo(int number) {
        return removedEnds[number];
    }

    int removedCount(int number) {
        return number == 0 ? 0 : removedTo(number) - removedFrom(number);
    }

    void addPass() {
        passes[playerToMove(moveCount)]++;
        add(pass, passCounts[moveCount] + 1, hashes[moveCount]);
    }

    /** Adds the play at {@code point} that {@code board} has just made. */
    void addPlay(int point, Board board) {
        add(point, 0, board.hash());
        if (board.colorAt(point) == Color.EMPTY) {
            marks[moveCount] |= SUICIDE;
        }
        int end = removedEnds[moveCount];
        int newEnd = end + board.capturedCount();
        if (newEnd > removed.length) {
            removed = Arrays.copyOf(removed, Math.max(newEnd, removed.length + removed.length / 2));
        }
        for (int i = end; i < newEnd; i++) {
            removed[i] = (short) board.captured(i - end);
        }
        removedEnds[moveCount] = newEnd;
    }

    private void add(int move, int passCount, long hash) {
        moveCount++;
        if (moveCount == moves.length) {
            // Growth by half instead of doubling: unused capacity costs memory in every idle session.
            grow(moveCount + moveCount / 2);
        }
        moves[moveCount] = (short) move;
        marks[moveCount] = 0;
        // More passes than can end a game make no difference.
        passCounts[moveCount] = (byte) Math.min(passCount, Byte.MAX_VALUE);
        hashes[moveCount] = hash;
        removedEnds[moveCount] = removedEnds[moveCount - 1];
    }

    /** Makes room for {@code count} moves at once, as much as a history has that has grown for them. */
    void ensureCapacity(int count) {
        long capacity = HeapSize.grownByHalf(INITIAL_CAPACITY, count);
        if (capacity > moves.length && capacity <= Integer.MAX_VALUE) {
            grow((int) capacity);
        }
    }

    private void grow(int capacity) {
        moves = Arrays.copyOf(moves, capacity);
        marks = Arrays.copyOf(marks, capacity);
        passCounts = Arrays.copyOf(passCounts, capacity);
        hashes = Arrays.copyOf(hashes, capacity);
        removedEnds = Arrays.copyOf(removedEnds, capacity);
    }

    void removeLast() {
        if (moves[moveCount] == pass) {
            passes[mover(moveCount)]--;
        }
        moveCount--;
    }

    /** Returns the size in memory of the history of {@code moveCount} moves on a board of {@code pointCount} points, if few of them are passes, in bytes. */
    static long memoryBytes(int moveCount, int pointCount) {
        long capacity = HeapSize.grownByHalf(INITIAL_CAPACITY, moveCount);
        long removedCount = Math.max(0, moveCount - pointCount / 2L); // About half of the points have stones then.
        return HeapSize.object(7, 3 * Integer.BYTES)
                + HeapSize.ints(3)
                + HeapSize.shorts(capacity)
                + 2 * HeapSize.bytes(capacity)
                + HeapSize.longs(capacity)
                + HeapSize.ints(capacity)
                + HeapSize.shorts(HeapSize.grownByHalf(INITIAL_CAPACITY, removedCount));
    }
}

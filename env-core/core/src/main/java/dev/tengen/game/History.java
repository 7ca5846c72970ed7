package dev.tengen.game;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import java.util.Arrays;

/**
 * The moves of a game and the stones each move removed: enough to rebuild every earlier coloring.
 *
 * <p>Moves are numbered from 1; number 0 is the start. The arrays grow when full; otherwise nothing here allocates.
 */
final class History {
    /*
     * A move takes one short: a point or the pass in the low bits, marks above them. The removed stones are a stack:
     * for each move that removed stones, the stones and then their count. So they can be read from the last move
     * backwards only, which is all that an undo and a walk back need.
     *
     * Recent positions are those since the last fresh move whose stone stands, the one that this move left included, or
     * since the start. For each of them but the last two, recentTotals has a bit: bit MIDDLE + n if it had n stones more
     * than the present position. The first and the last bit also stand for all differences beyond. After an undo, when
     * the stone is gone, and when a removal would shift out a bit, all of this is stale: updateRecent() finds it again.
     * It looks at no more than MAX_RECENT moves. If there are more, no fresh stone is known and all bits are set, so
     * that every play is checked.
     */
    private static final int INITIAL_CAPACITY = 32;
    private static final int INITIAL_REMOVED_CAPACITY = 16;

    private static final int MOVE_MASK = (1 << 10) - 1;
    private static final int SUICIDE = 1 << 10;
    private static final int VISIBLE = 1 << 11;
    private static final int REPEATING = 1 << 12;
    private static final int REMOVING = 1 << 13;
    private static final int RESUMED = 1 << 14;
    private static final int FRESH = 1 << 15;

    private static final int MIDDLE = 32;

    /** So many moves are looked at, so that a move in a long game costs no more than in a short one. */
    static final int MAX_RECENT = 128;

    /** The value of {@link #lastChange} if the position before the last move is not recent: no play undoes it. */
    private static final int NOT_RECENT = Integer.MIN_VALUE;

    private Setup setup;
    private int firstPlayer;
    private final int pass;

    /** The points where Black has played or has a stone of the setup; see {@link #isFresh}. */
    private final PointSet blackHeld;

    private final PointSet whiteHeld;
    private int moveCount;
    private int passCount;
    private int blackPasses;
    private int whitePasses;
    private int lastRemoving;

    /**
     * The last fresh move whose stone stands, unless stale; perhaps an earlier one, if a stone was put back. 0 if there
     * is none, or none that is recent enough.
     */
    private int lastStandingFresh;

    private boolean isRecentStale;
    private long recentTotals;

    /** By how many stones the last move changed the position; or {@link #NOT_RECENT}. */
    private int lastChange = NOT_RECENT;

    private short[] moves;
    private short[] removed = new short[INITIAL_REMOVED_CAPACITY];
    private int removedEnd;

    /** Creates a history without moves after {@code setup}. */
    History(Setup setup) {
        this.setup = setup;
        firstPlayer = setup.playerToMove();
        pass = setup.grid().pass();
        blackHeld = setup.black().copy();
        whiteHeld = setup.white().copy();
        moves = new short[(int) capacity(0, pass)];
    }

    /** Removes every move. */
    void clear() {
        moveCount = 0;
        passCount = 0;
        blackPasses = 0;
        whitePasses = 0;
        lastStandingFresh = 0;
        lastRemoving = 0;
        isRecentStale = false;
        recentTotals = 0;
        lastChange = NOT_RECENT;
        removedEnd = 0;
        moves[0] = 0;
        blackHeld.copyFrom(setup.black());
        whiteHeld.copyFrom(setup.white());
    }

    History copy() {
        History copy = new History(setup);
        copy.copyFrom(this);
        return copy;
    }

    /** Makes this a copy of {@code other}, a history on the same grid. Allocates only to grow. */
    @SuppressWarnings("ReferenceEquality") // As in Game.
    void copyFrom(History other) {
        if (setup != other.setup) {
            setup = other.setup;
            firstPlayer = other.firstPlayer;
        }
        blackHeld.copyFrom(other.blackHeld);
        whiteHeld.copyFrom(other.whiteHeld);
        moveCount = other.moveCount;
        passCount = other.passCount;
        blackPasses = other.blackPasses;
        whitePasses = other.whitePasses;
        lastStandingFresh = other.lastStandingFresh;
        lastRemoving = other.lastRemoving;
        isRecentStale = other.isRecentStale;
        recentTotals = other.recentTotals;
        lastChange = other.lastChange;
        removedEnd = other.removedEnd;
        if (moves.length < other.moves.length) {
            moves = new short[other.moves.length];
        }
        System.arraycopy(other.moves, 0, moves, 0, moveCount + 1);
        if (removed.length < other.removed.length) {
            removed = new short[other.removed.length];
        }
        System.arraycopy(other.removed, 0, removed, 0, removedEnd);
    }

    /** Reads this object and the heads of its arrays; see {@link Board#touchObjects()}. */
    int touchObjects() {
        return moves.length + removed.length + (int) blackHeld.word(0) + (int) whiteHeld.word(0);
    }

    /** Reads the ends of the arrays; see {@link Board#touchArrays()}. */
    int touchArrays() {
        return moves[moveCount] + removed[Math.max(0, removedEnd - 1)];
    }

    Grid grid() {
        return setup.grid();
    }

    int moveCount() {
        return moveCount;
    }

    /** Returns move {@code number}, from 1: a point or the pass. */
    int move(int number) {
        assert number >= 1 && number <= moveCount : "move " + number + " is outside [1, " + moveCount + "]";
        return moves[number] & MOVE_MASK;
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
        return (color == firstPlayer ? moveCount + 1 : moveCount) / 2
                - (color == Color.BLACK ? blackPasses : whitePasses);
    }

    /** Returns the number of consecutive passes up to and including the last move. */
    int passCount() {
        return passCount;
    }

    /** Resets the count of consecutive passes before the next move. */
    void clearPassCount() {
        moves[moveCount] |= RESUMED;
        passCount = 0;
    }

    /** Returns whether move {@code number} removed the chain it was part of. */
    boolean isSuicide(int number) {
        return (moves[number] & SUICIDE) != 0;
    }

    /** Returns whether the last move was a suicide of one stone, so that it left the position before it. */
    boolean isLoneSuicide() {
        return isSuicide(moveCount) && removedCount() == 1;
    }

    /** Returns whether position {@code number} is one that superko compares with. */
    boolean isVisible(int number) {
        return (moves[number] & VISIBLE) != 0;
    }

    void markVisible(int number) {
        moves[number] |= VISIBLE;
    }

    /** Returns whether move {@code number} ended the game by repeating an earlier coloring. */
    boolean isRepeating(int number) {
        return (moves[number] & REPEATING) != 0;
    }

    void markRepeating(int number) {
        moves[number] |= REPEATING;
    }

    /**
     * Returns whether move {@code number} is fresh: the first play of its color at its point, where the setup has no
     * stone of that color. So the point held none in any position before.
     */
    boolean isFresh(int number) {
        return (moves[number] & FRESH) != 0;
    }

    /** Finds out which positions are recent, if that is not known. {@code board} is that of the present position. */
    void updateRecent(Board board) {
        if (isRecentStale) {
            findRecent(board);
            isRecentStale = false;
        }
    }

    private void findRecent(Board board) {
        recentTotals = 0;
        lastChange = NOT_RECENT;
        int number = moveCount;
        int end = removedEnd;
        int difference = 0;
        while (number > 0 && !isStanding(number, board)) {
            if (moveCount - number == MAX_RECENT) {
                lastStandingFresh = 0;
                recentTotals = -1L;
                return;
            }
            int count = removedCount(number, end);
            int change = isPlay(number) ? 1 - count : 0;
            difference -= change;
            if (number == moveCount) {
                lastChange = change;
            } else {
                recentTotals |= bit(difference);
            }
            end = removedEndBefore(count, end);
            number--;
        }
        lastStandingFresh = number;
    }

    private boolean isStanding(int fresh, Board board) {
        return isFresh(fresh) && board.colorAt(move(fresh)) == mover(fresh);
    }

    private static long bit(int difference) {
        return 1L << Math.max(0, Math.min(MIDDLE + difference, Long.SIZE - 1));
    }

    /**
     * Returns the number of the last fresh move whose stone stands; 0 if none is known. Call {@link #updateRecent}
     * before this and the other methods on recent positions.
     */
    int lastStandingFresh() {
        return lastStandingFresh;
    }

    /** Returns the number of the last move that removed stones; 0 if there is none. */
    int lastRemoving() {
        return lastRemoving;
    }

    /** Returns whether a recent position before the present one may have had {@code difference} stones more. */
    boolean mayHaveHad(int difference) {
        return difference == -lastChange || mayHaveHadBeforeLast(difference);
    }

    /**
     * Returns the numbers of stones that a play can remove, which adds {@code added}, so that it leaves as many stones
     * as a recent position may have had: bit n for n stones, up to {@link #MIDDLE}. The position before the last move
     * does not count.
     */
    long removedCountsToRecent(int added) {
        // A play that removes n stones changes the position by added - n. Reversed, bit i of the totals is bit 63 - i.
        return Long.reverse(recentTotals) >>> (Long.SIZE - 1 - MIDDLE - added);
    }

    /** Returns whether other positions than the present one and the one before the last move are recent. */
    boolean hasRecentBeforeLast() {
        return recentTotals != 0;
    }

    /** Returns {@link #mayHaveHad} without the position before the last move. */
    boolean mayHaveHadBeforeLast(int difference) {
        return (recentTotals & bit(difference)) != 0;
    }

    /** Returns whether {@code point} is {@link #held}: whether a play of {@code color} there would not be fresh. */
    boolean hasHeld(int color, int point) {
        return held(color).contains(point);
    }

    /**
     * Returns the points where {@code color} has played, or has a stone of the setup. Callers must not change the set.
     */
    PointSet held(int color) {
        return color == Color.BLACK ? blackHeld : whiteHeld;
    }

    /** Returns the removed stones of all moves, a stack. */
    short[] removed() {
        return removed;
    }

    /** Returns the end (exclusive) of the stack of removed stones after the last move. */
    int removedEnd() {
        return removedEnd;
    }

    boolean isRemoving(int number) {
        return (moves[number] & REMOVING) != 0;
    }

    /**
     * Returns the number of stones that move {@code number} removed, after which the stack of removed stones had
     * {@code end}.
     */
    int removedCount(int number, int end) {
        return isRemoving(number) ? removed[end - 1] : 0;
    }

    /** Returns the number of stones that the last move removed. */
    int removedCount() {
        return removedCount(moveCount, removedEnd);
    }

    /** Returns the stone that the last move removed, if it removed one; otherwise -1. */
    int loneRemoved() {
        return loneRemoved(moveCount, removedEnd);
    }

    /**
     * Returns the stone that move {@code number} removed, after which the stack of removed stones had {@code end}; -1
     * if it removed none or several.
     */
    int loneRemoved(int number, int end) {
        return removedCount(number, end) == 1 ? removed[removedFrom(1, end)] : -1;
    }

    /**
     * Returns the index (inclusive) of the first of {@code count} stones that a move removed, after which the stack had
     * {@code end}.
     */
    static int removedFrom(int count, int end) {
        return end - 1 - count;
    }

    /**
     * Returns the end of the stack of removed stones before a move that removed {@code count}, after which it had
     * {@code end}.
     */
    static int removedEndBefore(int count, int end) {
        return count == 0 ? end : removedFrom(count, end);
    }

    void addPass() {
        countPass(1);
        passCount++;
        add(pass, 0);
    }

    private void countPass(int change) {
        if (playerToMove(moveCount) == Color.BLACK) {
            blackPasses += change;
        } else {
            whitePasses += change;
        }
    }

    /** Adds the play at {@code point} that {@code board} has just made. */
    void addPlay(int point, Board board) {
        passCount = 0;
        int markedMove = point | fresh(point);
        int count = board.removedCount();
        if (count == 0) {
            add(markedMove, 1);
            return;
        }
        add(markedMove | REMOVING | (board.colorAt(point) == Color.EMPTY ? SUICIDE : 0), 1 - count);
        isRecentStale = isRecentStale || (lastStandingFresh > 0 && !isStanding(lastStandingFresh, board));
        int end = removedEnd + count;
        if (end >= removed.length) {
            removed = Arrays.copyOf(removed, Math.max(end + 1, removed.length + removed.length / 2));
        }
        int stone = board.firstRemoved();
        for (int i = removedEnd; i < end; i++) {
            removed[i] = (short) stone;
            stone = board.nextRemoved(stone);
        }
        removed[end] = (short) count;
        removedEnd = end + 1;
    }

    /** Returns the mark of the next play, at {@code point}, and records that the point holds its color. */
    private int fresh(int point) {
        PointSet held = held(playerToMove(moveCount));
        if (held.contains(point)) {
            return 0;
        }
        held.add(point);
        return FRESH;
    }

    private void add(int markedMove, int change) {
        moveCount++;
        if (moveCount == moves.length) {
            moves = Arrays.copyOf(moves, (int) capacity(moveCount, pass));
        }
        moves[moveCount] = (short) markedMove;
        if ((markedMove & FRESH) != 0) {
            lastStandingFresh = moveCount;
            recentTotals = 0;
            lastChange = NOT_RECENT;
            isRecentStale = false;
        } else {
            shiftTotals(change);
            lastChange = change;
        }
        lastRemoving = (markedMove & REMOVING) != 0 ? moveCount : lastRemoving;
    }

    /** Updates the recent totals after the present position has got {@code change} stones more. */
    private void shiftTotals(int change) {
        long totals = recentTotals | (lastChange == NOT_RECENT ? 0 : bit(-lastChange));
        if (change >= 0) {
            recentTotals = (totals >> change) | (totals & 1);
        } else {
            boolean isInside = -change < MIDDLE && (totals & 1) == 0 && totals >>> (Long.SIZE - 1 + change) == 0;
            isRecentStale |= !isInside;
            recentTotals = totals << -change;
        }
    }

    /** Makes room for {@code count} moves at once, as much as a history has that has grown for them. */
    void ensureCapacity(int count) {
        long capacity = capacity(count, pass);
        if (capacity > moves.length && capacity <= Integer.MAX_VALUE) {
            moves = Arrays.copyOf(moves, (int) capacity);
        }
    }

    void removeLast() {
        removedEnd = removedEndBefore(removedCount(), removedEnd);
        boolean isPass = !isPlay(moveCount);
        if (isFresh(moveCount)) {
            held(mover(moveCount)).remove(move(moveCount));
        }
        moveCount--;
        isRecentStale = true;
        while (lastRemoving > moveCount || (lastRemoving > 0 && !isRemoving(lastRemoving))) {
            lastRemoving--;
        }
        if (isPass) {
            countPass(-1);
        }
        passCount = 0;
        for (int number = moveCount; number > 0 && !isPlay(number) && (moves[number] & RESUMED) == 0; number--) {
            passCount++;
        }
    }

    /**
     * Checks the marks of the moves, and what is known of recent positions, against the moves alone. {@code board} is
     * that of the present position. For tests.
     *
     * @throws AssertionError if a value differs
     */
    void checkConsistency(Board board) {
        History moveByMove = new History(setup);
        int removing = 0;
        for (int number = 1; number <= moveCount; number++) {
            PointSet known = moveByMove.held(mover(number));
            boolean isFresh = isPlay(number) && !known.contains(move(number));
            requireConsistent(isFresh == isFresh(number), "mark of a fresh move, " + number);
            if (isFresh) {
                known.add(move(number));
            }
            removing = isRemoving(number) ? number : removing;
        }
        requireConsistent(
                blackHeld.equals(moveByMove.blackHeld) && whiteHeld.equals(moveByMove.whiteHeld), "points ever held");
        requireConsistent(removing == lastRemoving, "last move that removed stones");
        if (!isRecentStale) {
            moveByMove.copyFrom(this);
            moveByMove.findRecent(board);
            // A stone that is put back makes a later fresh move stand, which is not looked for.
            boolean isTooFarBack = moveByMove.recentTotals == -1;
            requireConsistent(
                    isTooFarBack
                            || (moveByMove.lastStandingFresh >= lastStandingFresh
                                    && moveByMove.lastChange == lastChange
                                    && (moveByMove.recentTotals & ~recentTotals) == 0),
                    "recent positions");
        }
    }

    private static void requireConsistent(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError("wrong " + what);
        }
    }

    /**
     * Returns for how many moves a history has room, and one more for the start, when it has grown for
     * {@code moveCount} moves on a board of {@code pointCount} points.
     */
    static long capacity(long moveCount, int pointCount) {
        // Growth by half instead of doubling: unused capacity costs memory in every idle session. Most episodes end
        // within
        // three moves for each point, so there is no growth to a little less or more than that.
        long usual = 3L * pointCount + 1;
        long capacity = INITIAL_CAPACITY;
        while (capacity <= moveCount) {
            long next = capacity + capacity / 2;
            capacity = capacity < usual && 5 * next > 4 * usual ? usual : next;
        }
        return capacity;
    }
}

package dev.tengen.game;

import dev.tengen.board.PointSet;
import dev.tengen.board.Zobrist;
import java.util.Arrays;

/**
 * The earlier positions of a game in lists by their counts of stones, each with a part of its hash. It finds candidates
 * for a repetition; callers compare the colorings themselves.
 *
 * <p>A position is known by the number of the move that it followed. Lists are walked newest first:
 *
 * <pre>{@code
 * for (int number = index.newest(blackCount, whiteCount); number >= 0; number = index.older(number)) { ... }
 * }</pre>
 *
 * <p>The entries grow with the game; otherwise only the constructors allocate, and the first position beyond 65,534.
 */
final class PositionIndex {
    /*
     * A position takes one int: the number of the next older position of its list plus 1 (0 if there is none) in the
     * low bits, and as many bits of its hash as fit above them. With more moves, numbers get longer and hashes shorter.
     * A short hash finds more candidates and misses none.
     *
     * A list holds positions with different counts of stones, as its head is found by a few bits of the counts.
     * `counts` has a bit for each pair of counts that occurred, so that most lists are not walked. Differences of the
     * two counts share a bit only if they are 32 apart. The sum of the counts changes by one in most moves, so that
     * successive steps use the same bytes.
     *
     * The bits of `counts` and `hashes` stay set when moves are undone, until the game restarts.
     */
    /** Enough for games of up to 2,046 moves: the usual limit on all boards. */
    private static final int INITIAL_LINK_BITS = 11;

    private static final int[] NO_HEADS = {};
    private static final int DIFFERENCE_BITS = 4;
    private static final int DIFFERENCES_OF_HEADS_BITS = 3;
    private static final int MAX_HEAD_COUNT = 512;
    private static final int MAX_HASH_WORDS = 256;

    private final int pointCount;
    private int[] entries;
    private int linkBits = INITIAL_LINK_BITS;

    /**
     * For each list, the number of its newest position plus 1; 0 if it is empty. Not used once {@link #longHeads} is.
     */
    private final char[] heads;

    /** The same for numbers that are too large for {@link #heads}; empty until there is one. */
    private int[] longHeads = NO_HEADS;

    /** A bit for each pair of counts of stones that occurred. */
    private final long[] counts;

    /**
     * A bit for each hash that occurred, by its low bits. It may also be set for other hashes; that only costs time.
     */
    private final long[] hashes;

    PositionIndex(int pointCount) {
        this.pointCount = pointCount;
        entries = new int[(int) History.capacity(0, pointCount)];
        heads = new char[headCount(pointCount)];
        counts = new long[countWords(pointCount)];
        hashes = new long[hashWords(pointCount)];
    }

    private PositionIndex(PositionIndex other) {
        pointCount = other.pointCount;
        entries = other.entries.clone();
        linkBits = other.linkBits;
        heads = other.heads.clone();
        longHeads = other.longHeads.clone();
        counts = other.counts.clone();
        hashes = other.hashes.clone();
    }

    private static int headCount(int pointCount) {
        return Math.min(MAX_HEAD_COUNT, 8 * Integer.highestOneBit(pointCount));
    }

    private static int countWords(int pointCount) {
        return Math.max(1, Integer.highestOneBit(pointCount) << (1 + DIFFERENCE_BITS) >> 6);
    }

    private static int hashWords(int pointCount) {
        return Math.min(MAX_HASH_WORDS, 4 * Integer.highestOneBit(pointCount));
    }

    PositionIndex copy() {
        return new PositionIndex(this);
    }

    /** Removes all positions. */
    void clear() {
        Arrays.fill(heads, (char) 0);
        longHeads = NO_HEADS;
        Arrays.fill(counts, 0);
        Arrays.fill(hashes, 0);
    }

    /** Adds position {@code number}, which must be greater than all others. */
    void add(int number, int blackCount, int whiteCount, long hash) {
        if (number >= entries.length) {
            grow((int) History.capacity(number, pointCount));
        }
        int head = head(blackCount, whiteCount);
        entries[number] = (int) hash << linkBits | headLink(head);
        setHeadLink(head, number + 1);
        int bit = countBit(blackCount, whiteCount);
        counts[bit >>> 6] |= 1L << bit;
        hashes[hashWord(hash)] |= 1L << hash;
    }

    /** Removes position {@code number}, which must be the greatest. */
    void remove(int number, int blackCount, int whiteCount) {
        int head = head(blackCount, whiteCount);
        assert headLink(head) == number + 1 : "position " + number + " is not the last of its list";
        setHeadLink(head, link(entries[number]));
    }

    private int headLink(int head) {
        return longHeads.length == 0 ? heads[head] : longHeads[head];
    }

    private void setHeadLink(int head, int link) {
        if (longHeads.length > 0) {
            longHeads[head] = link;
        } else if (link <= Character.MAX_VALUE) {
            heads[head] = (char) link;
        } else {
            longHeads = new int[heads.length];
            Arrays.setAll(longHeads, i -> heads[i]);
            longHeads[head] = link;
        }
    }

    /** Returns whether there may be a position with these counts of stones. If this returns false, there is none. */
    boolean mayHaveCounts(int blackCount, int whiteCount) {
        int bit = countBit(blackCount, whiteCount);
        return ((counts[bit >>> 6] >>> bit) & 1) != 0;
    }

    /** Returns whether there may be a position with this hash. If this returns false, there is none. */
    boolean mayHaveHash(long hash) {
        return ((hashes[hashWord(hash)] >>> hash) & 1) != 0;
    }

    /**
     * Returns the newest position of a list that has all positions with these counts of stones, and others; -1 if it is
     * empty.
     */
    int newest(int blackCount, int whiteCount) {
        return headLink(head(blackCount, whiteCount)) - 1;
    }

    /** Returns the position before {@code number} in its list; -1 if there is none. */
    int older(int number) {
        return link(entries[number]) - 1;
    }

    /** Returns whether position {@code number} may have {@code hash}: whether the bits agree that are kept. */
    boolean mayHaveHash(int number, long hash) {
        return ((entries[number] >>> linkBits) ^ ((int) hash << linkBits >>> linkBits)) == 0;
    }

    /**
     * Adds to {@code into} the points where a stone of {@code color}, played in a position with {@code hash}, may lead
     * to the hash of position {@code number}. Returns whether there is one.
     */
    boolean addSteps(int number, long hash, Zobrist zobrist, int color, PointSet into) {
        return zobrist.addPoints(color, (entries[number] >>> linkBits) ^ (int) hash, Integer.SIZE - linkBits, into);
    }

    private int link(int entry) {
        return entry & ((1 << linkBits) - 1);
    }

    private int head(int blackCount, int whiteCount) {
        int difference = (blackCount - whiteCount) >> 1;
        int sum = blackCount + whiteCount;
        return (sum << DIFFERENCES_OF_HEADS_BITS | (difference & ((1 << DIFFERENCES_OF_HEADS_BITS) - 1)))
                & (heads.length - 1);
    }

    private int countBit(int blackCount, int whiteCount) {
        // The sum and the difference are both even or both odd.
        int difference = (blackCount - whiteCount) >> 1;
        int sum = blackCount + whiteCount;
        return (sum << DIFFERENCE_BITS | (difference & ((1 << DIFFERENCE_BITS) - 1))) & (64 * counts.length - 1);
    }

    private int hashWord(long hash) {
        return (int) (hash >>> 6) & (hashes.length - 1);
    }

    private void grow(int capacity) {
        entries = Arrays.copyOf(entries, capacity);
        int neededBits = Integer.SIZE - Integer.numberOfLeadingZeros(capacity);
        if (neededBits > linkBits) {
            for (int number = 0; number < capacity; number++) {
                entries[number] = entries[number] >>> linkBits << neededBits | link(entries[number]);
            }
            linkBits = neededBits;
        }
    }
}

package dev.tengen.board;

import java.util.Arrays;

/**
 * The chains of one color that are in atari, grouped by their only liberty. For each such point it holds the number of
 * stones that a play there would capture, and the exclusive-or of their keys.
 *
 * <p>There are only a few such points at a time, so they form a short list. The list grows when it must; otherwise only
 * the constructor allocates. Not thread-safe.
 */
public final class Ataris {
    private static final int INITIAL_CAPACITY = 8;
    private static final short NOWHERE = -1;

    /** The only liberty of a chain in atari, by head; {@link #NOWHERE} for all other places. */
    private final short[] pointOfHead;

    /**
     * The index of a point in the list plus 1, by point; 0 if it is not listed.
     *
     * <p>An unsigned byte has room for every index. A listed point is empty, and it is the only liberty of a chain that
     * no other listed point has. On a board of 625 points let there be n such chains. A chain of one stone away from
     * the edge has three enemies beside it, one at the edge at least two, in the corner one. An enemy is beside four
     * stones at most. There are 96 points at the edge, 4 of them corners, so the enemies are at least (3n - 100) / 4.
     * With a stone, a liberty and these enemies each, n is at most 236. Larger chains take more points.
     */
    private final byte[] indexOfPoint;

    private short[] points = new short[INITIAL_CAPACITY];
    private short[] chainCounts = new short[INITIAL_CAPACITY];
    private short[] stoneCounts = new short[INITIAL_CAPACITY];
    private long[] hashes = new long[INITIAL_CAPACITY];
    private int count;

    /** Creates an empty list for heads and points from 0 to {@code placeCount - 1}. */
    Ataris(int placeCount) {
        pointOfHead = new short[placeCount];
        indexOfPoint = new byte[placeCount];
        Arrays.fill(pointOfHead, NOWHERE);
    }

    /** Copies {@code other}, a list for the same number of places. */
    void copyFrom(Ataris other) {
        if (points.length < other.count) {
            grow(other.points.length);
        }
        System.arraycopy(other.pointOfHead, 0, pointOfHead, 0, pointOfHead.length);
        System.arraycopy(other.indexOfPoint, 0, indexOfPoint, 0, indexOfPoint.length);
        System.arraycopy(other.points, 0, points, 0, other.count);
        System.arraycopy(other.chainCounts, 0, chainCounts, 0, other.count);
        System.arraycopy(other.stoneCounts, 0, stoneCounts, 0, other.count);
        System.arraycopy(other.hashes, 0, hashes, 0, other.count);
        count = other.count;
    }

    /** Returns the number of points in the list. */
    public int count() {
        return count;
    }

    /** Returns the point at {@code index}, from 0. */
    public int point(int index) {
        return points[index];
    }

    /** Returns the number of stones in the chains whose only liberty is the point at {@code index}. */
    public int stoneCount(int index) {
        return stoneCounts[index];
    }

    /** Returns the exclusive-or of the keys of the stones that {@link #stoneCount} counts. */
    public long hash(int index) {
        return hashes[index];
    }

    /** Returns whether the chain with head {@code head} is in atari. */
    boolean contains(int head) {
        return pointOfHead[head] != NOWHERE;
    }

    /** Adds a chain that is not listed and whose only liberty is {@code point}. */
    void add(int head, int point, int stoneCount, long chainHash) {
        pointOfHead[head] = (short) point;
        int index = (indexOfPoint[point] & 0xFF) - 1;
        if (index < 0) {
            if (count == points.length) {
                grow(2 * count);
            }
            index = count++;
            indexOfPoint[point] = (byte) count;
            points[index] = (short) point;
            chainCounts[index] = 0;
            stoneCounts[index] = 0;
            hashes[index] = 0;
        }
        chainCounts[index]++;
        stoneCounts[index] += (short) stoneCount;
        hashes[index] ^= chainHash;
    }

    /** Removes a listed chain, which must have the same stones as when it was added. */
    void remove(int head, int stoneCount, long chainHash) {
        int point = pointOfHead[head];
        pointOfHead[head] = NOWHERE;
        int index = (indexOfPoint[point] & 0xFF) - 1;
        if (--chainCounts[index] > 0) {
            stoneCounts[index] -= (short) stoneCount;
            hashes[index] ^= chainHash;
            return;
        }
        indexOfPoint[point] = 0;
        count--;
        if (index != count) {
            points[index] = points[count];
            chainCounts[index] = chainCounts[count];
            stoneCounts[index] = stoneCounts[count];
            hashes[index] = hashes[count];
            indexOfPoint[points[index]] = (byte) (index + 1);
        }
    }

    private void grow(int capacity) {
        points = Arrays.copyOf(points, capacity);
        chainCounts = Arrays.copyOf(chainCounts, capacity);
        stoneCounts = Arrays.copyOf(stoneCounts, capacity);
        hashes = Arrays.copyOf(hashes, capacity);
    }

    /** Removes all chains. */
    void clear() {
        Arrays.fill(pointOfHead, NOWHERE);
        while (count > 0) {
            indexOfPoint[points[--count]] = 0;
        }
    }
}

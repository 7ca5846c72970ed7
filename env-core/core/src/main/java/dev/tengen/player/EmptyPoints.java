package dev.tengen.player;

import dev.tengen.board.PointSet;

/**
 * A mutable set of points for uniform random draws: an unordered list with the index of each point, so that every
 * operation takes constant time. Only the constructor allocates. Not thread-safe.
 */
final class EmptyPoints {
    private final short[] points;
    private final short[] indexes;
    private int count;

    /** Creates an empty list for points from 0 to {@code pointCount - 1}. */
    EmptyPoints(int pointCount) {
        points = new short[pointCount];
        indexes = new short[pointCount];
    }

    /** Replaces the contents with the points of {@code set}. */
    void copyFrom(PointSet set) {
        count = 0;
        for (int point = set.first(); point >= 0; point = set.next(point)) {
            add(point);
        }
    }

    int count() {
        return count;
    }

    /** Returns the point at {@code index}, from 0. */
    int at(int index) {
        return points[index];
    }

    /** Adds {@code point}, which must not be in the list. */
    void add(int point) {
        put(point, count++);
    }

    /** Removes {@code point}, which must be in the list. The last point moves to its index. */
    void remove(int point) {
        put(points[--count], indexes[point]);
    }

    /** Swaps the points at two indexes. */
    void swap(int first, int second) {
        int point = points[first];
        put(points[second], first);
        put(point, second);
    }

    private void put(int point, int index) {
        points[index] = (short) point;
        indexes[point] = (short) index;
    }
}

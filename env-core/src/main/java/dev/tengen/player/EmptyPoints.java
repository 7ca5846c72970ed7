package dev.tengen.player;

import dev.tengen.board.PointSet;

/**
 * A changing set of points from which lots are drawn: a list in no order, with the place of each point in it, so that all
 * takes the same short time. Nothing here allocates but the constructor. Not thread-safe.
 */
final class EmptyPoints {
    private final short[] points;
    private final short[] places;
    private int count;

    /** Makes an empty list that can hold the points from 0 to {@code pointCount - 1}. */
    EmptyPoints(int pointCount) {
        points = new short[pointCount];
        places = new short[pointCount];
    }

    /** Becomes a list of the points of {@code set}. */
    void copyFrom(PointSet set) {
        count = 0;
        for (int point = set.first(); point >= 0; point = set.next(point)) {
            add(point);
        }
    }

    int count() {
        return count;
    }

    /** Returns the point at {@code place}, from 0. */
    int at(int place) {
        return points[place];
    }

    /** Adds {@code point}, which is not here. */
    void add(int point) {
        put(point, count++);
    }

    /** Takes out {@code point}, which is here; the last point takes its place. */
    void remove(int point) {
        put(points[--count], places[point]);
    }

    /** Lets the points at two places change places. */
    void swap(int first, int second) {
        int point = points[first];
        put(points[second], first);
        put(point, second);
    }

    private void put(int point, int place) {
        points[place] = (short) point;
        places[point] = (short) place;
    }
}

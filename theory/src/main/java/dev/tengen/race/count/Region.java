package dev.tengen.race.count;

import dev.tengen.board.PointSet;

/**
 * A connected set of empty points and nonessential stones beside an essential chain, as large as can be.
 *
 * @param kind what it is to the race
 * @param owner the color of the essential chain beside it; {@code EMPTY} if both are
 * @param points all of it
 * @param empty its empty points
 */
record Region(RegionKind kind, int owner, PointSet points, PointSet empty) {
    /** Returns a text that tells where it is. */
    String place() {
        return points.grid().name(empty.isEmpty() ? points.first() : empty.first());
    }
}

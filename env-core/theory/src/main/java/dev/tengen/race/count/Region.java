package dev.tengen.race.count;

import dev.tengen.board.PointSet;

/**
 * A maximal connected set of empty points and nonessential stones beside an essential chain.
 *
 * @param kind its role in the race
 * @param owner the color of the essential chain beside it; {@code EMPTY} if both are beside it
 * @param points all points
 * @param empty the empty points
 */
record Region(Kind kind, int owner, PointSet points, PointSet empty) {
    /** Returns the location as text. */
    String place() {
        return points.grid().name(empty.isEmpty() ? points.first() : empty.first());
    }

    /** The role of a region in a race. */
    enum Kind {
        /** Liberties of both essential chains. */
        SHARED,
        /** A region that only one essential chain encloses. */
        EYE,
        /** Liberties of one essential chain beside safe enemy stones, so that the enemy can fill them one by one. */
        PLAIN,
        /** A region between one essential chain and safe enemy chains that is not plain. */
        COMPLEX,
        /** A region that touches a safe chain of its owner, or that touches both essential chains and is not shared. */
        NOT_ENCLOSED
    }
}

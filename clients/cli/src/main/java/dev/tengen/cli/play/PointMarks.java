package dev.tengen.cli.play;

import dev.tengen.board.PointSet;
import dev.tengen.cli.board.PointSymbols;
import dev.tengen.cli.board.PositionScore;

/** Marks on the points of a board: {@code *} for selected points, {@code x} and {@code o} for their owners. */
@FunctionalInterface
interface PointMarks {
    /** The mark of a point without one. */
    char NONE = '.';

    /** Returns the mark of {@code point}, or {@link #NONE}. */
    char at(int point);

    /** Returns no marks. */
    static PointMarks none() {
        return point -> NONE;
    }

    /** Returns a {@code *} on each of {@code points}. */
    static PointMarks on(PointSet points) {
        return point -> points.contains(point) ? '*' : NONE;
    }

    /** Returns {@code x} on Black's points and {@code o} on White's. */
    static PointMarks of(PositionScore score) {
        return point -> Character.toLowerCase(PointSymbols.of(score.owner(point)));
    }
}

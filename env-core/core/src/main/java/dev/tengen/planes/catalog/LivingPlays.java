package dev.tengen.planes.catalog;

import dev.tengen.board.Ataris;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;

/** The plays that leave their stone on the board: all except suicides. Does not allocate. */
final class LivingPlays {
    private LivingPlays() {}

    /** Sets {@code into} to the empty points where a stone of {@code color} is not suicide. Ko is ignored. */
    static void copyTo(PointSet into, Board board, int color) {
        into.copyTouching(board.points(Color.EMPTY), board.points(color));
        Ataris captures = board.ataris(Color.opponent(color));
        for (int i = 0; i < captures.count(); i++) {
            into.add(captures.point(i));
        }
        Ataris risks = board.ataris(color);
        for (int i = 0; i < risks.count(); i++) {
            int point = risks.point(i);
            if (board.isSuicide(point, color)) {
                into.remove(point);
            }
        }
    }
}

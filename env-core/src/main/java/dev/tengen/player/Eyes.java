package dev.tengen.player;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;

/** Tells the points that a sane player leaves alone. */
final class Eyes {
    private Eyes() {}

    /**
     * Returns whether {@code point} is a likely eye of {@code color}: every neighbor is a stone of that color, and the
     * enemy holds fewer than two diagonals, or none if the point is at the edge. The usual rule of Monte-Carlo playouts
     * (Brügmann, "Monte Carlo Go", 1993, in the form of later programs).
     */
    static boolean isEye(Board board, int point, int color) {
        Grid grid = board.grid();
        for (int direction = 0; direction < 4; direction++) {
            int neighbor = grid.neighbor(point, direction);
            if (grid.contains(neighbor) && board.colorAt(neighbor) != color) {
                return false;
            }
        }
        int enemy = Color.opponent(color);
        int enemies = 0;
        boolean isAtEdge = false;
        for (int diagonal = 0; diagonal < 4; diagonal++) {
            int beside = grid.neighbor(point, diagonal < 2 ? 0 : 3);
            int corner = grid.contains(beside) ? grid.neighbor(beside, 1 + diagonal % 2) : beside;
            if (!grid.contains(corner)) {
                isAtEdge = true;
            } else if (board.colorAt(corner) == enemy) {
                enemies++;
            }
        }
        return enemies < (isAtEdge ? 1 : 2);
    }

    /** Takes the likely eyes of {@code color} out of {@code points}. */
    static void removeEyes(Board board, int color, PointSet points) {
        for (int point = points.first(); point >= 0; point = points.next(point)) {
            if (isEye(board, point, color)) {
                points.remove(point);
            }
        }
    }
}

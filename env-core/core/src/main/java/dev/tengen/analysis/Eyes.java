package dev.tengen.analysis;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;

/**
 * Eyes of one point, recognized by the stones around them.
 *
 * <p>A point is surrounded if all its neighbors are stones of one color. It is an eye if the enemy also holds fewer
 * than two of its diagonals, or none if the point is at the edge. Otherwise it is a false eye, because the chains
 * around it may have to fill it to stay connected. This is the usual rule of Monte Carlo playouts (Brügmann, "Monte
 * Carlo Go", 1993, in the form of later programs). It is a heuristic: a ring of chains can live by false eyes alone,
 * and an eye can be lost when a diagonal stone is captured. For proven life use {@link PassAlive}.
 *
 * <p>Nothing here allocates.
 */
public final class Eyes {
    private Eyes() {}

    /** Returns whether every neighbor of {@code point} is a stone of {@code color}. */
    public static boolean isSurrounded(Board board, int point, int color) {
        Grid grid = board.grid();
        for (int direction = 0; direction < 4; direction++) {
            int neighbor = grid.neighbor(point, direction);
            if (grid.contains(neighbor) && board.colorAt(neighbor) != color) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether the empty {@code point} is a real eye of {@code color}: surrounded, and not a false eye. */
    public static boolean isEye(Board board, int point, int color) {
        return isSurrounded(board, point, color) && !isCut(board, point, color);
    }

    /** Returns whether the enemy holds enough diagonals to cut the stones around {@code point} apart. */
    private static boolean isCut(Board board, int point, int color) {
        Grid grid = board.grid();
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
        return enemies >= (isAtEdge ? 1 : 2);
    }

    /** Removes the real eyes of {@code color} from {@code points}, which must be empty points. */
    public static void removeEyes(Board board, int color, PointSet points) {
        for (int point = points.first(); point >= 0; point = points.next(point)) {
            if (isEye(board, point, color)) {
                points.remove(point);
            }
        }
    }
}

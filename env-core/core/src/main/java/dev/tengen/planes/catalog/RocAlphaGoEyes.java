package dev.tengen.planes.catalog;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;

/**
 * Eyes as RocAlphaGo defines them: empty points whose neighbors are all own stones and most of whose diagonals are own
 * stones or eyes themselves.
 *
 * <p>Only the constructor allocates. Not thread-safe.
 */
final class RocAlphaGoEyes {
    /*
     * A diagonal is bad if it is an enemy stone, or empty and not an eye. An eye at the edge has no bad diagonal,
     * another eye at most one. Circular definitions hold (two eyes, each a diagonal of the other), so the eyes are the
     * greatest fixed point. It is computed from above: start with all points whose neighbors are all own stones, and
     * remove points with too many bad diagonals until none is left to remove.
     */
    private static final int NONE = -1;

    private final Grid grid;
    private final short[] diagonals;
    private final PointSet eyes;
    private final PointSet open;

    RocAlphaGoEyes(Grid grid) {
        this.grid = grid;
        diagonals = diagonals(grid);
        eyes = new PointSet(grid);
        open = new PointSet(grid);
    }

    private static short[] diagonals(Grid grid) {
        short[] diagonals = new short[4 * grid.pointCount()];
        for (int i = 0; i < diagonals.length; i++) {
            int row = grid.row(i / 4) + ((i & 2) == 0 ? -1 : 1);
            int column = grid.column(i / 4) + ((i & 1) == 0 ? -1 : 1);
            boolean isInside = row >= 0 && row < grid.height() && column >= 0 && column < grid.width();
            diagonals[i] = (short) (isInside ? grid.point(row, column) : NONE);
        }
        return diagonals;
    }

    /** Returns whether {@code point} is an eye of {@code color}. */
    boolean isEye(Board board, int point, int color) {
        for (int direction = 0; direction < 4; direction++) {
            int neighbor = grid.neighbor(point, direction);
            if (grid.contains(neighbor) && board.colorAt(neighbor) != color) {
                return false;
            }
        }
        return find(board, color).contains(point);
    }

    /** Returns all eyes of {@code color}. A view: it changes with the next call. */
    PointSet find(Board board, int color) {
        open.clear();
        open.addNeighborsOf(board.points(Color.EMPTY));
        open.addNeighborsOf(board.points(Color.opponent(color)));
        eyes.copyFrom(board.points(Color.EMPTY));
        eyes.removeAll(open);
        boolean isSettled = false;
        while (!isSettled) {
            isSettled = true;
            for (int point = eyes.first(); point >= 0; point = eyes.next(point)) {
                if (hasTooManyBadDiagonals(board, point, color)) {
                    eyes.remove(point);
                    isSettled = false;
                }
            }
        }
        return eyes;
    }

    private boolean hasTooManyBadDiagonals(Board board, int point, int color) {
        int badCount = 0;
        for (int i = 4 * point; i < 4 * point + 4; i++) {
            int diagonal = diagonals[i];
            if (diagonal != NONE && board.colorAt(diagonal) != color && !eyes.contains(diagonal)) {
                badCount++;
            }
        }
        return badCount > (isAtEdge(point) ? 0 : 1);
    }

    private boolean isAtEdge(int point) {
        boolean isAtEdge = false;
        for (int direction = 0; direction < 4; direction++) {
            isAtEdge |= !grid.contains(grid.neighbor(point, direction));
        }
        return isAtEdge;
    }
}

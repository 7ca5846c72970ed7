package dev.tengen.planes.catalog;

import dev.tengen.board.Grid;

/** How many of something an encoding meets in a random game, for estimates of memory. */
final class TypicalCount {
    /** Until this move, for each point of the board, the board fills up. */
    private static final double FULL = 0.7;

    /** From this move on, few chains are left, and they have few liberties. */
    private static final double LATE = 1.3;

    private TypicalCount() {}

    /**
     * Returns the greatest count from move {@code firstMove} to the end of the game: {@code early} if the board has yet to fill up then,
     * {@code late} near the end, and something between them in between.
     */
    static double since(Grid grid, int firstMove, double early, double late) {
        double lateness = (firstMove / (double) grid.pointCount() - FULL) / (LATE - FULL);
        return early + (late - early) * Math.max(0, Math.min(1, lateness));
    }
}

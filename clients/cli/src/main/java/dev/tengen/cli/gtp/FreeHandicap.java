package dev.tengen.cli.gtp;

import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.FixedHandicap;

/** Chooses handicap stones: star points first, then points far from each other. */
final class FreeHandicap {
    private FreeHandicap() {}

    /** Returns {@code count} points, at least 2 and fewer than the grid has. */
    static PointSet points(Grid grid, int count) {
        int fixedCount = Math.min(count, FixedHandicap.maxCount(grid));
        PointSet stones =
                fixedCount >= FixedHandicap.MIN_COUNT ? FixedHandicap.points(grid, fixedCount) : new PointSet(grid);
        while (stones.size() < count) {
            stones.add(farthest(grid, stones));
        }
        return stones;
    }

    /** Returns the point farthest from all {@code stones}; of several, the one nearest to the center. */
    private static int farthest(Grid grid, PointSet stones) {
        int best = grid.pass();
        int bestValue = Integer.MIN_VALUE;
        for (int point = 0; point < grid.pointCount(); point++) {
            int fromCenter = Math.abs(2 * grid.row(point) + 1 - grid.height())
                    + Math.abs(2 * grid.column(point) + 1 - grid.width());
            // The factor exceeds the maximum of the second term.
            int value = distance(grid, point, stones) * 4 * Grid.MAX_SIZE - fromCenter;
            if (!stones.contains(point) && value > bestValue) {
                best = point;
                bestValue = value;
            }
        }
        return best;
    }

    private static int distance(Grid grid, int point, PointSet stones) {
        int least = grid.width() + grid.height();
        for (int stone = stones.first(); stone >= 0; stone = stones.next(stone)) {
            int rows = Math.abs(grid.row(point) - grid.row(stone));
            least = Math.min(least, rows + Math.abs(grid.column(point) - grid.column(stone)));
        }
        return least;
    }
}

package dev.tengen.env;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import java.util.List;

/**
 * A proposal of dead stones in a lane of a batch, which takes the place of the lane's pass.
 *
 * @param lane the lane
 * @param points the points of the stones, on the board, in whole chains, without duplicates; the list is not copied
 */
public record LaneProposal(int lane, List<Integer> points) {
    /**
     * Returns the points as a set.
     *
     * @throws InvalidValueException if a point is not on {@code grid} or occurs twice
     */
    PointSet pointSet(Grid grid) {
        PointSet set = new PointSet(grid);
        for (int point : points) {
            if (!grid.contains(point)) {
                throw InvalidValueException.outside(
                        "proposals.dead_points", Integer.toUnsignedString(point), 0, grid.pointCount() - 1);
            }
            if (set.contains(point)) {
                throw InvalidValueException.not(
                        "proposals.dead_points", "with point " + point + " twice", "a list of different points");
            }
            set.add(point);
        }
        return set;
    }
}

package dev.tengen.env;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.MemoryModel;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import java.util.ArrayList;
import java.util.List;

/**
 * A proposal of dead stones. Immutable.
 *
 * @param moveNumber number of the move, from 1
 * @param points the stones, in the order of points
 */
public record DeadProposal(int moveNumber, List<Integer> points) {
    /** Keeps a copy of the list. */
    public DeadProposal {
        points = List.copyOf(points);
    }

    /** Returns the proposals of {@code game} with at least one stone, in order. */
    public static List<DeadProposal> allOf(Game game) {
        if (game.proposalCount() == 0) {
            return List.of();
        }
        List<DeadProposal> proposals = new ArrayList<>();
        for (int number = 1; number <= game.moveNumber(); number++) {
            List<Integer> points = new ArrayList<>();
            game.proposedDead(number).forEach(points::add);
            if (!points.isEmpty()) {
                proposals.add(new DeadProposal(number, points));
            }
        }
        return proposals;
    }

    /** Returns the size in memory of a proposal of {@code stoneCount} stones, in bytes. */
    public static long memoryBytes(int stoneCount) {
        return MemoryModel.KEPT_PROPOSAL.bytes(stoneCount);
    }

    /**
     * Returns the points as a set.
     *
     * @throws InvalidValueException if a point is not on {@code grid}
     */
    PointSet set(Grid grid) {
        PointSet set = new PointSet(grid);
        for (int point : points) {
            if (!grid.contains(point)) {
                throw InvalidValueException.outside("dead_points", point, 0, grid.pointCount() - 1);
            }
            set.add(point);
        }
        return set;
    }
}

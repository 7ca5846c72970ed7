package dev.tengen.server;

import dev.tengen.board.Grid;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.server.execution.MemoryBudget;

/**
 * The default limits on counts: what fits into a memory budget on 9x9 boards, without observations, with episodes of as
 * many moves as the board has points. Larger things exhaust the budget before they reach these limits.
 *
 * @param sessionCount the open sessions, from 1 to {@link #MAX_SESSION_COUNT}
 * @param laneCount the open lanes of all batches, from 1 to {@link #MAX_LANE_COUNT}
 * @param nodeCount the nodes that all streams reserve, from 1 to {@link #MAX_NODE_COUNT}
 * @param treeCount the trees of all streams, from 1 to {@link #MAX_TREE_COUNT}
 */
public record DefaultCounts(int sessionCount, int laneCount, int nodeCount, int treeCount) {
    /** The greatest default limit on sessions. */
    public static final int MAX_SESSION_COUNT = 10_000;

    /** The greatest default limit on lanes. */
    public static final int MAX_LANE_COUNT = 1 << 16;

    /** The greatest default limit on nodes. */
    public static final int MAX_NODE_COUNT = 10_000_000;

    /** The greatest default limit on trees. */
    public static final int MAX_TREE_COUNT = 10_000;

    private static final Grid GRID = Grid.square(9);

    /** Returns the default limits of a server with {@code budget}. */
    public static DefaultCounts of(MemoryBudget budget) {
        EnvironmentSpec spec = EnvironmentSpec.builder(Setup.empty(GRID), Rules.TROMP_TAYLOR)
                .maxMoves(GRID.pointCount())
                .build();
        Capacity capacity = Capacity.of(budget, spec);
        return new DefaultCounts(
                within(capacity.sessionCount(), MAX_SESSION_COUNT),
                within(capacity.laneCount(), MAX_LANE_COUNT),
                within(capacity.nodeCount(), MAX_NODE_COUNT),
                within(capacity.treeCount(), MAX_TREE_COUNT));
    }

    private static int within(long count, int max) {
        return (int) Math.max(1, Math.min(count, max));
    }
}

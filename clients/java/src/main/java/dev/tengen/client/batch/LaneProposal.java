package dev.tengen.client.batch;

import com.google.common.primitives.Ints;
import java.util.List;

/**
 * A proposal of dead stones in a lane whose rules ask players to agree on them. It takes the place of a pass: the
 * action of the lane in the same request must be its pass.
 *
 * @param lane the lane
 * @param deadPoints the points of the stones, of either color, in whole chains, without duplicates, on the board
 *     without symmetry; empty to propose that no stones are dead
 */
public record LaneProposal(int lane, List<Integer> deadPoints) {
    /** Creates a proposal with a copy of the points. */
    public LaneProposal {
        deadPoints = List.copyOf(deadPoints);
    }

    /** Returns a proposal of {@code lane}. */
    public static LaneProposal of(int lane, int... deadPoints) {
        return new LaneProposal(lane, Ints.asList(deadPoints));
    }

    dev.tengen.proto.v1.LaneProposal toProto() {
        return dev.tengen.proto.v1.LaneProposal.newBuilder()
                .setLane(lane)
                .addAllDeadPoints(deadPoints)
                .build();
    }
}

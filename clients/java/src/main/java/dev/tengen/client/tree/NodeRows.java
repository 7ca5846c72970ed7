package dev.tengen.client.tree;

import dev.tengen.client.batch.PositionRows;
import dev.tengen.client.internal.ProtoConverter;
import dev.tengen.proto.v1.LaneStates;
import dev.tengen.proto.v1.NodeStates;
import java.nio.ByteBuffer;

/**
 * New nodes of a forest: one row for each requested node, in the order of the request. {@link ForestLayout} has the
 * number of bytes in a row.
 *
 * <p>Immutable.
 */
public final class NodeRows extends PositionRows {
    private final ForestLayout layout;
    private final ByteBuffer handles;

    NodeRows(ForestLayout layout, NodeStates states) {
        super(layout.actionMaskByteCount(), positions(states));
        this.layout = layout;
        handles = ProtoConverter.view(states.getHandles());
    }

    /** Returns the columns that nodes and lanes share. The bytes are not copied. */
    private static LaneStates positions(NodeStates states) {
        return LaneStates.newBuilder()
                .setObservations(states.getObservations())
                .setActionMasks(states.getActionMasks())
                .setRewards(states.getRewards())
                .setTerminated(states.getTerminated())
                .setTruncated(states.getTruncated())
                .setEndReasons(states.getEndReasons())
                .setWinners(states.getWinners())
                .setPlayersToMove(states.getPlayersToMove())
                .setMoveNumbers(states.getMoveNumbers())
                .setStateHashes(states.getStateHashes())
                .setMargins(states.getMargins())
                .setIllegalReasons(states.getIllegalReasons())
                .setGlobals(states.getGlobals())
                .setIsAgreement(states.getIsAgreement())
                .build();
    }

    public ForestLayout layout() {
        return layout;
    }

    /** Returns the handle of the node; 0 if the action was illegal, so that there is no node. */
    public long handle(int row) {
        return handles.getLong(row * Long.BYTES);
    }

    /** Returns whether the row has a node. */
    public boolean isMade(int row) {
        return handle(row) != 0;
    }
}

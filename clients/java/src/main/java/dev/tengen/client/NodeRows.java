package dev.tengen.client;

import dev.tengen.proto.v1.LaneStates;
import dev.tengen.proto.v1.NodeStates;
import java.nio.ByteBuffer;

/**
 * New nodes of a forest: one row for each that a request asked for, in its order. {@link ForestLayout} tells how many bytes each
 * row has.
 *
 * <p>Immutable.
 */
public final class NodeRows extends PositionRows {
    private final ForestLayout layout;
    private final ByteBuffer handles;

    NodeRows(ForestLayout layout, NodeStates states) {
        super(layout.actionMaskByteCount(), positions(states));
        this.layout = layout;
        handles = RowBytes.view(states.getHandles());
    }

    /** Returns what nodes and lanes have in common; the bytes are those of {@code states}. */
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
                .build();
    }

    /** Returns the layout. */
    public ForestLayout layout() {
        return layout;
    }

    /** Returns the handle of the node; 0 where the action was illegal and there is none. */
    public long handle(int row) {
        return handles.getLong(row * Long.BYTES);
    }

    /** Returns whether a node was made. */
    public boolean isMade(int row) {
        return handle(row) != 0;
    }
}

package dev.tengen.env;

import dev.tengen.game.Legality;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * New nodes of a forest: one row for each that a request asked for. Threads may fill disjoint ranges of rows at once.
 */
public final class TreeRows {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final Legality[] LEGALITIES = Legality.values();

    private final LaneRows positions;
    private final int[] nodes;
    private final byte[] handles;

    TreeRows(RowLayout layout, int[] nodes) {
        positions = new LaneRows(layout, nodes.length, new byte[0]);
        this.nodes = nodes;
        handles = new byte[nodes.length * Long.BYTES];
    }

    /** Returns the count of rows. */
    public int rowCount() {
        return nodes.length;
    }

    /** Returns where the nodes stand; rows of nodes that were not made hold the action and why it is illegal, else zeros. */
    public LaneRows positions() {
        return positions;
    }

    /** Returns the handles, a uint64 for each row, little endian; 0 where no node was made. */
    public byte[] handles() {
        return handles;
    }

    /** Returns the handle in {@code row}, 0 where no node was made. */
    public long handle(int row) {
        return (long) LONG.get(handles, row * Long.BYTES);
    }

    /** Returns why the action in {@code row} is illegal, if it is. */
    public Legality legality(int row) {
        return LEGALITIES[positions.byteAt(RowField.ILLEGAL_REASONS, row)];
    }

    int node(int row) {
        return nodes[row];
    }

    void setHandle(int row, long handle) {
        LONG.set(handles, row * Long.BYTES, handle);
    }
}

package dev.tengen.env;

import static dev.tengen.env.LittleEndianBytes.LONG;

import dev.tengen.game.Legality;

/** New nodes of a forest, one row for each node of a request. Threads may fill disjoint ranges of rows concurrently. */
public final class TreeRows {

    private static final Legality[] LEGALITIES = Legality.values();

    private final LaneRows positions;
    private final int[] nodes;
    private final byte[] handles;

    TreeRows(RowLayout layout, int[] nodes) {
        positions = new LaneRows(layout, nodes.length, new byte[0]);
        this.nodes = nodes;
        handles = new byte[nodes.length * Long.BYTES];
    }

    /** Returns the number of rows. */
    public int rowCount() {
        return nodes.length;
    }

    /**
     * Returns the states of the nodes. Rows of illegal actions have the action and its legality, and otherwise zeros.
     */
    public LaneRows positions() {
        return positions;
    }

    /** Returns the handles, a little-endian uint64 for each row; 0 if no node was created. */
    public byte[] handles() {
        return handles;
    }

    /** Returns the handle in {@code row}, 0 if no node was created. */
    public long handle(int row) {
        return (long) LONG.get(handles, row * Long.BYTES);
    }

    /** Returns the legality of the action in {@code row}. */
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

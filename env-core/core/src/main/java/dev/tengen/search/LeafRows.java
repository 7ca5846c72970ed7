package dev.tengen.search;

import dev.tengen.base.InvalidValueException;

/**
 * Rows for leaves that await their evaluations, one position each. The arrays are the bytes on the wire, row after row,
 * and are used again for each batch. Threads may write disjoint ranges of rows concurrently; a reader must wait for
 * them. A row keeps its content until it is written again.
 */
public final class LeafRows {
    private final LeafLayout layout;
    private final int rowCount;
    private final byte[] observations;
    private final byte[] actionMasks;
    private final byte[] globals;
    private final byte[] symmetries;
    private final int[] games;

    /**
     * Creates rows of zeros.
     *
     * @throws InvalidValueException if {@code rowCount} is negative, or the rows exceed the length of an array
     */
    public LeafRows(LeafLayout layout, int rowCount) {
        long widest = Math.max(Math.max(layout.observationByteCount(), layout.globalByteCount()), Integer.BYTES);
        InvalidValueException.requireWithin("row_count", rowCount, 0, (Integer.MAX_VALUE - 8) / widest);
        this.layout = layout;
        this.rowCount = rowCount;
        observations = new byte[rowCount * layout.observationByteCount()];
        actionMasks = new byte[rowCount * layout.actionMaskByteCount()];
        globals = new byte[rowCount * layout.globalByteCount()];
        symmetries = new byte[rowCount];
        games = new int[rowCount];
    }

    /**
     * Checks that {@code count} rows of positions with the layout {@code expected} fit from {@code row} on.
     *
     * @throws InvalidValueException if they do not
     */
    void requireRoom(LeafLayout expected, int row, long count) {
        if (!layout.equals(expected)) {
            throw InvalidValueException.not("rows", "with the layout " + layout, "rows with the layout " + expected);
        }
        if (row < 0 || row + count > rowCount) {
            throw InvalidValueException.not(
                    "rows", "of " + rowCount + " rows, from row " + row + " on,", "enough for " + count + " leaves");
        }
    }

    /** Returns the layout of rows. */
    public LeafLayout layout() {
        return layout;
    }

    /** Returns the number of rows. */
    public int rowCount() {
        return rowCount;
    }

    /**
     * Returns the observations, seen through the symmetry of their row, in the form of the spec. Packed bits are
     * row-major from the most significant bit.
     */
    public byte[] observations() {
        return observations;
    }

    /** Returns the legal actions as packed bits, the pass last, seen through the symmetry of their row. */
    public byte[] actionMasks() {
        return actionMasks;
    }

    /** Returns the globals, little-endian float32. */
    public byte[] globals() {
        return globals;
    }

    /** Returns the {@link dev.tengen.planes.Symmetry#number} through which each row is seen. */
    public byte[] symmetries() {
        return symmetries;
    }

    /** Returns the number of the game of each row: its slot in a self-play, 0 in a {@link PositionSearch}. */
    public int[] games() {
        return games;
    }
}

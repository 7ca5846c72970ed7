package dev.tengen.server.search;

import dev.tengen.search.LeafLayout;
import dev.tengen.search.LeafRows;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The leaves of a group of slots, or of positions. Threads have written them to ranges of rows, between which rows are
 * unused; this reads them as one sequence. Valid until the rows are written again.
 */
public final class LeafBatch {
    private final LeafRows rows;
    private final int[] rowCounts;
    private final int slotCount;
    private final int leavesPerSlot;

    /**
     * Creates a batch.
     *
     * @param rowCounts for each of {@code slotCount} slots the number of rows that were written from
     *     {@code leavesPerSlot} times its number on
     */
    LeafBatch(LeafRows rows, int[] rowCounts, int slotCount, int leavesPerSlot) {
        this.rows = rows;
        this.rowCounts = rowCounts;
        this.slotCount = slotCount;
        this.leavesPerSlot = leavesPerSlot;
    }

    /** Returns the number of leaves. */
    public int count() {
        int count = 0;
        for (int slot = 0; slot < slotCount; slot++) {
            count += rowCounts[slot];
        }
        return count;
    }

    /** Returns the observations, leaf after leaf. */
    public byte[] observations() {
        return joined(rows.observations(), layout().observationByteCount());
    }

    /** Returns the action masks, leaf after leaf. */
    public byte[] actionMasks() {
        return joined(rows.actionMasks(), layout().actionMaskByteCount());
    }

    /** Returns the globals, leaf after leaf. */
    public byte[] globals() {
        return joined(rows.globals(), layout().globalByteCount());
    }

    /** Returns the numbers of the symmetries, leaf after leaf. */
    public byte[] symmetries() {
        return joined(rows.symmetries(), Byte.BYTES);
    }

    /** Returns the slots, a little-endian 32-bit integer for each leaf. */
    public byte[] slots() {
        ByteBuffer slots = ByteBuffer.allocate(Integer.BYTES * count()).order(ByteOrder.LITTLE_ENDIAN);
        for (int slot = 0; slot < slotCount; slot++) {
            for (int row = 0; row < rowCounts[slot]; row++) {
                slots.putInt(rows.games()[slot * leavesPerSlot + row]);
            }
        }
        return slots.array();
    }

    /**
     * Returns the number of slot {@code i} in {@code numbers}, a little-endian 64-bit integer, for each of its leaves.
     */
    byte[] repeated(long[] numbers) {
        ByteBuffer repeated = ByteBuffer.allocate(Long.BYTES * count()).order(ByteOrder.LITTLE_ENDIAN);
        for (int slot = 0; slot < slotCount; slot++) {
            for (int row = 0; row < rowCounts[slot]; row++) {
                repeated.putLong(numbers[slot]);
            }
        }
        return repeated.array();
    }

    /** Returns the number of bytes of a leaf in a message, where {@code idByteCount} bytes say what it belongs to. */
    static int rowByteCount(LeafLayout layout, int idByteCount) {
        return layout.observationByteCount()
                + layout.actionMaskByteCount()
                + layout.globalByteCount()
                + Byte.BYTES
                + idByteCount;
    }

    private LeafLayout layout() {
        return rows.layout();
    }

    private byte[] joined(byte[] all, int rowBytes) {
        byte[] joined = new byte[count() * rowBytes];
        int end = 0;
        for (int slot = 0; slot < slotCount; slot++) {
            int length = rowCounts[slot] * rowBytes;
            System.arraycopy(all, slot * leavesPerSlot * rowBytes, joined, end, length);
            end += length;
        }
        return joined;
    }
}

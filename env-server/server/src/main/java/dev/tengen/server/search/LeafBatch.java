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

    /** Returns the layout of rows. */
    public LeafLayout layout() {
        return rows.layout();
    }

    /** Returns {@code field}, leaf after leaf. */
    public byte[] bytes(LeafField field) {
        byte[] bytes = new byte[count() * field.byteCount(layout())];
        copy(field, ByteBuffer.wrap(bytes), 0);
        return bytes;
    }

    /** Copies {@code field}, leaf after leaf, to {@code target} from {@code start} on. */
    public void copy(LeafField field, ByteBuffer target, int start) {
        switch (field) {
            case OBSERVATIONS -> join(rows.observations(), field, target, start);
            case ACTION_MASKS -> join(rows.actionMasks(), field, target, start);
            case GLOBALS -> join(rows.globals(), field, target, start);
            case SYMMETRIES -> join(rows.symmetries(), field, target, start);
            case SLOTS ->
                joinSlots(target.duplicate().order(ByteOrder.LITTLE_ENDIAN).position(start));
        }
    }

    /**
     * Copies rows, all those without an unused row between them at once. Depends on no slot having rows behind the
     * place of a later slot that has rows.
     */
    private void join(byte[] all, LeafField field, ByteBuffer target, int start) {
        int rowBytes = field.byteCount(layout());
        int at = start;
        int slot = 0;
        while (slot < slotCount) {
            int first = slot * leavesPerSlot;
            int end = first;
            while (slot < slotCount && slot * leavesPerSlot <= end) {
                end += rowCounts[slot];
                slot++;
            }
            target.put(at, all, first * rowBytes, (end - first) * rowBytes);
            at += (end - first) * rowBytes;
        }
    }

    private void joinSlots(ByteBuffer target) {
        for (int slot = 0; slot < slotCount; slot++) {
            for (int row = 0; row < rowCounts[slot]; row++) {
                target.putInt(rows.games()[slot * leavesPerSlot + row]);
            }
        }
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
}

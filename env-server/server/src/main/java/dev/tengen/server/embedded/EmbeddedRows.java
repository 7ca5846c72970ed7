package dev.tengen.server.embedded;

import dev.tengen.env.LaneRows;
import dev.tengen.env.RowField;
import dev.tengen.env.RowLayout;
import dev.tengen.server.service.LocalBatch;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a request of an {@link EmbeddedBatch} in a direct buffer, which another language reads in place. The
 * buffer has the {@linkplain RowField fields} one after another, each for all rows, and each from a multiple of 64
 * bytes on. Before a request, the client writes the lanes and actions.
 *
 * <p>The buffer is used again for the next request. The memory may belong to the other language.
 */
public final class EmbeddedRows {
    private static final RowField[] FIELDS = RowField.values();
    private static final int ALIGNMENT = 64;

    private final RowLayout layout;
    private final int rowCount;
    private final int[] ranges;
    private final ByteBuffer buffer;

    /** The state of the request: a result of {@link EmbeddedBatch#awaitEnd}. Guarded by this object. */
    private int state = EmbeddedBatch.UNDONE;

    /** Whether the request is for all lanes. */
    private boolean isAll;

    private byte @Nullable [] ended;

    /** Creates rows in {@code buffer}, which has room for the last of the {@linkplain #ranges ranges}. */
    EmbeddedRows(RowLayout layout, int rowCount, ByteBuffer buffer) {
        this.layout = layout;
        this.rowCount = rowCount;
        this.buffer = buffer;
        ranges = ranges(layout, rowCount);
        int length = ranges[ranges.length - 1];
        if (buffer.capacity() < length) {
            throw new IllegalArgumentException(
                    "the buffer has " + buffer.capacity() + " bytes, but " + rowCount + " rows take " + length);
        }
    }

    /** Returns where each field of {@code rowCount} rows starts and ends, in the order of {@link RowField}. */
    static int[] ranges(RowLayout layout, int rowCount) {
        int[] ranges = new int[2 * FIELDS.length];
        int end = 0;
        for (int index = 0; index < FIELDS.length; index++) {
            int start = (end + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
            end = start + rowCount * FIELDS[index].byteCount(layout);
            ranges[2 * index] = start;
            ranges[2 * index + 1] = end;
        }
        return ranges;
    }

    /**
     * Returns the request that the client has written.
     *
     * @throws java.util.concurrent.CancellationException if the process is ending
     */
    LocalBatch.Request request() {
        byte[] lanes = new byte[isAll ? 0 : rowCount * RowField.LANES.byteCount(layout)];
        byte[] actions = new byte[rowCount * RowField.ACTIONS.byteCount(layout)];
        ForeignMemory.use(() -> {
            buffer.get(offset(RowField.LANES), lanes);
            buffer.get(offset(RowField.ACTIONS), actions);
        });
        return new LocalBatch.Request(lanes, actions);
    }

    @SuppressWarnings("EnumOrdinal")
    private int offset(RowField field) {
        return ranges[2 * field.ordinal()];
    }

    /**
     * Copies a range of rows to the buffer. Threads may copy disjoint ranges at the same time.
     *
     * @throws java.util.concurrent.CancellationException if the process is ending
     */
    void copy(LaneRows rows, int from, int to) {
        ForeignMemory.use(() -> {
            for (RowField field : FIELDS) {
                int byteCount = field.byteCount(layout);
                if (field != RowField.LANES && byteCount > 0) {
                    int start = from * byteCount;
                    buffer.put(offset(field) + start, rows.bytes(field), start, (to - from) * byteCount);
                }
            }
        });
    }

    /**
     * Returns a message {@code LaneStates} with the final rows of the episodes that the request has ended and followed
     * by new ones; null if there are none.
     */
    public synchronized byte @Nullable [] ended() {
        return ended;
    }

    /** A request begins. */
    synchronized void begin(boolean isForAll) {
        isAll = isForAll;
        state = EmbeddedBatch.WAITING;
    }

    /** The request has ended. */
    synchronized void end(int newState, byte @Nullable [] newEnded) {
        ended = newEnded;
        state = newState;
        notifyAll();
    }

    synchronized int state() {
        return state;
    }
}

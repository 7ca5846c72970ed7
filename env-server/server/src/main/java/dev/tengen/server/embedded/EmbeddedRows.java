package dev.tengen.server.embedded;

import dev.tengen.env.LaneRows;
import dev.tengen.env.RowField;
import dev.tengen.env.RowLayout;
import dev.tengen.server.batch.Batch;
import dev.tengen.server.convert.BatchConverter;
import dev.tengen.server.execution.StreamAnswer;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The rows of a request of an {@link EmbeddedBatch}. The buffer has the {@linkplain RowField fields}, each for all
 * rows. Before a request, the client writes the lanes and actions.
 */
public final class EmbeddedRows extends EmbeddedRequest<Batch> {
    private static final RowField[] FIELDS = RowField.values();

    private final RowLayout layout;
    private final int rowCount;

    /** Whether the request is for all lanes. */
    private boolean isAll;

    /** Creates rows in {@code buffer}, which has room for the last of the {@linkplain #ranges ranges}. */
    EmbeddedRows(RowLayout layout, int rowCount, ByteBuffer buffer) {
        super(ranges(layout, rowCount), buffer);
        this.layout = layout;
        this.rowCount = rowCount;
    }

    /** Returns where each field of {@code rowCount} rows starts and ends, in the order of {@link RowField}. */
    static int[] ranges(RowLayout layout, int rowCount) {
        return ranges(Arrays.stream(FIELDS)
                .mapToInt(field -> rowCount * field.byteCount(layout))
                .toArray());
    }

    /** Sets whether the next request is for all lanes. */
    void prepare(boolean isForAll) {
        isAll = isForAll;
    }

    @Override
    long byteCount() {
        return (long) rowCount * RowField.ACTIONS.byteCount(layout) + laneByteCount();
    }

    private int laneByteCount() {
        return isAll ? 0 : rowCount * RowField.LANES.byteCount(layout);
    }

    @Override
    void handle(Batch batch, StreamAnswer<Rest> answer) {
        byte[] lanes = new byte[laneByteCount()];
        byte[] actions = new byte[rowCount * RowField.ACTIONS.byteCount(layout)];
        ForeignMemory.use(() -> {
            buffer().get(start(RowField.LANES), lanes);
            buffer().get(start(RowField.ACTIONS), actions);
        });
        batch.stepInto(lanes, actions, this::copy, answer.map(rows -> new Rest(BatchConverter.endedBytes(rows))));
    }

    @SuppressWarnings("EnumOrdinal")
    private int start(RowField field) {
        return start(field.ordinal());
    }

    /** Copies a range of rows to the buffer. Threads may copy disjoint ranges at the same time. */
    private void copy(LaneRows rows, int from, int to) {
        ForeignMemory.use(() -> {
            for (RowField field : FIELDS) {
                int byteCount = field.byteCount(layout);
                if (field != RowField.LANES && byteCount > 0) {
                    int start = from * byteCount;
                    buffer().put(start(field) + start, rows.bytes(field), start, (to - from) * byteCount);
                }
            }
        });
    }
}

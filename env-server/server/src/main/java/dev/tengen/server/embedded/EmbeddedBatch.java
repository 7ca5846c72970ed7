package dev.tengen.server.embedded;

import dev.tengen.env.RowLayout;
import dev.tengen.server.batch.Batch;
import dev.tengen.server.service.LocalStream;
import java.nio.ByteBuffer;

/** The steps of a batch without messages: requests and results are {@linkplain EmbeddedRows rows} in direct buffers. */
public final class EmbeddedBatch extends EmbeddedStream<Batch> {
    private final RowLayout layout;

    /** Creates the steps of {@code batch}, which {@code stream} has opened. */
    EmbeddedBatch(LocalStream stream, Batch batch) {
        super(stream, Batch.class);
        layout = batch.lanes().layout();
    }

    /**
     * Returns where each field of {@code rowCount} rows starts and ends in a buffer, in bytes, in the order of
     * {@link dev.tengen.env.RowField}: two numbers each. The buffer must be as long as the end of the last field, or
     * longer.
     */
    public int[] ranges(int rowCount) {
        return EmbeddedRows.ranges(layout, rowCount);
    }

    /**
     * Returns rows in {@code buffer}, a direct buffer.
     *
     * @throws IllegalArgumentException if it is too short for {@link #ranges}
     */
    public EmbeddedRows rows(int rowCount, ByteBuffer buffer) {
        return new EmbeddedRows(layout, rowCount, buffer);
    }

    /**
     * Begins the request in {@code rows}, which must not be in flight, without waiting for its end. Short requests have
     * ended when this method returns. The message of the answer is a {@code LaneStates} with the final rows of the
     * episodes that the request has ended and followed by new ones.
     *
     * @param isAll whether the request is for all lanes in order; otherwise the rows have the lanes
     */
    public void step(EmbeddedRows rows, boolean isAll) {
        rows.prepare(isAll);
        begin(rows);
    }
}

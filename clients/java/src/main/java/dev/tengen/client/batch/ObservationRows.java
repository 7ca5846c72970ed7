package dev.tengen.client.batch;

import com.google.protobuf.ByteString;
import dev.tengen.client.internal.ProtoConverter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What all rows of positions have: observations, legal actions and global features. Rows are read from the response.
 * Nothing is copied.
 *
 * <p>Immutable.
 */
public abstract class ObservationRows {
    private final int actionMaskByteCount;
    private final ByteBuffer observations;
    private final ByteBuffer actionMasks;
    private final ByteBuffer globals;

    /**
     * Creates rows. The client does.
     *
     * @param actionMaskByteCount bytes of action mask in a row
     * @param observations the observations
     * @param actionMasks the action masks
     * @param globals the global features
     */
    protected ObservationRows(
            int actionMaskByteCount, ByteString observations, ByteString actionMasks, ByteString globals) {
        this.actionMaskByteCount = actionMaskByteCount;
        this.observations = ProtoConverter.view(observations);
        this.actionMasks = ProtoConverter.view(actionMasks);
        this.globals = ProtoConverter.view(globals);
    }

    /** Returns the number of rows. */
    public abstract int rowCount();

    /**
     * Returns all observations, in the format and layout of their specs: read-only, little endian, with a constant
     * number of bytes per row. A row holds the observation in each encoding, one after another, each padded to a whole
     * byte. Planes have the width and height of the layout.
     */
    public ByteBuffer observations() {
        return littleEndian(observations);
    }

    /** Returns all action masks as packed bits: read-only, with a constant number of bytes per row. */
    public ByteBuffer actionMasks() {
        return littleEndian(actionMasks);
    }

    /**
     * Returns all global features as 4-byte floats: read-only, little endian, with a constant number of bytes per row.
     * A row holds the features of each encoding, one after another.
     */
    public ByteBuffer globals() {
        return littleEndian(globals);
    }

    private static ByteBuffer littleEndian(ByteBuffer view) {
        return view.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns whether {@code action} is legal in {@code row}; false for any number that is not an action. */
    public boolean isLegal(int row, int action) {
        return action >= 0
                && action < Byte.SIZE * actionMaskByteCount
                && (actionMasks.get(row * actionMaskByteCount + (action >>> 3)) & 0x80 >>> (action & 7)) != 0;
    }
}

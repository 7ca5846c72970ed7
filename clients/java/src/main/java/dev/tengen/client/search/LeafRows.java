package dev.tengen.client.search;

import dev.tengen.client.env.Symmetry;
import dev.tengen.client.internal.ProtoConverter;
import dev.tengen.proto.v1.LeafStates;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Leaves: positions that searches have reached and that await their evaluations, one row for each. A position is seen
 * through the symmetry of its row. {@link SelfPlayLayout} or {@link PositionSearchLayout} has the number of bytes in a
 * row. Rows are read from the response. Nothing is copied.
 *
 * <p>Immutable.
 */
public final class LeafRows {
    private final int actionMaskByteCount;
    private final LeafStates states;
    private final ByteBuffer observations;
    private final ByteBuffer actionMasks;
    private final ByteBuffer slots;
    private final ByteBuffer positions;

    LeafRows(int actionMaskByteCount, LeafStates states) {
        this.actionMaskByteCount = actionMaskByteCount;
        this.states = states;
        observations = ProtoConverter.view(states.getObservations());
        actionMasks = ProtoConverter.view(states.getActionMasks());
        slots = ProtoConverter.view(states.getSlots());
        positions = ProtoConverter.view(states.getPositions());
    }

    /** Returns the number of rows. */
    public int rowCount() {
        return states.getSymmetries().size();
    }

    /**
     * Returns all observations, in the format and layout of the spec: read-only, little endian, with a constant number
     * of bytes per row. A row holds the observation in each encoding, one after another, each padded to a whole byte.
     */
    public ByteBuffer observations() {
        return observations.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns all action masks as packed bits: read-only, with a constant number of bytes per row. */
    public ByteBuffer actionMasks() {
        return actionMasks.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Returns all global features as 4-byte floats: read-only, little endian, with a constant number of bytes per row.
     * A row holds the features of each encoding, one after another.
     */
    public ByteBuffer globals() {
        return ProtoConverter.view(states.getGlobals());
    }

    /** Returns whether {@code action} is legal in {@code row}; false for any number that is not an action. */
    public boolean isLegal(int row, int action) {
        return action >= 0
                && action < Byte.SIZE * actionMaskByteCount
                && (actionMasks.get(row * actionMaskByteCount + (action >>> 3)) & 0x80 >>> (action & 7)) != 0;
    }

    /** Returns the symmetry through which the position of {@code row} is seen. */
    public Symmetry symmetry(int row) {
        return Symmetry.of(states.getSymmetries().byteAt(row));
    }

    /** Returns the slot of {@code row}, in a self-play. Slots ascend, and one may have several rows. */
    public int slot(int row) {
        return slots.getInt(row * Integer.BYTES);
    }

    /**
     * Returns the handle of the position of {@code row}, in a search of positions. A position may have several rows,
     * one after another.
     */
    public long position(int row) {
        return positions.getLong(row * Long.BYTES);
    }
}

package dev.tengen.client.search;

import dev.tengen.client.batch.ObservationRows;
import dev.tengen.client.env.Symmetry;
import dev.tengen.client.internal.ProtoConverter;
import dev.tengen.proto.v1.LeafStates;
import java.nio.ByteBuffer;

/**
 * Leaves: positions that searches have reached and that await their evaluations, one row for each. A position is seen
 * through the symmetry of its row. {@link SelfPlayLayout} or {@link PositionSearchLayout} has the number of bytes in a
 * row. Rows are read from the response. Nothing is copied.
 *
 * <p>Immutable.
 */
public final class LeafRows extends ObservationRows {
    private final LeafStates states;
    private final ByteBuffer slots;
    private final ByteBuffer positions;

    LeafRows(int actionMaskByteCount, LeafStates states) {
        super(actionMaskByteCount, states.getObservations(), states.getActionMasks(), states.getGlobals());
        this.states = states;
        slots = ProtoConverter.view(states.getSlots());
        positions = ProtoConverter.view(states.getPositions());
    }

    @Override
    public int rowCount() {
        return states.getSymmetries().size();
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

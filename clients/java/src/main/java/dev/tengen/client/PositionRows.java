package dev.tengen.client;

import dev.tengen.proto.v1.LaneStates;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Where environments stand: one row for each that a request named or made, in its order. Rows are read where they lie in the
 * answer; nothing is copied.
 *
 * <p>Immutable.
 */
public abstract class PositionRows {
    private final LaneStates states;
    private final int actionMaskByteCount;
    private final ByteBuffer observations;
    private final ByteBuffer actionMasks;
    private final ByteBuffer rewards;
    private final ByteBuffer moveNumbers;
    private final ByteBuffer stateHashes;
    private final ByteBuffer margins;

    PositionRows(int actionMaskByteCount, LaneStates states) {
        this.actionMaskByteCount = actionMaskByteCount;
        this.states = states;
        observations = RowBytes.view(states.getObservations());
        actionMasks = RowBytes.view(states.getActionMasks());
        rewards = RowBytes.view(states.getRewards());
        moveNumbers = RowBytes.view(states.getMoveNumbers());
        stateHashes = RowBytes.view(states.getStateHashes());
        margins = RowBytes.view(states.getMargins());
    }

    /** Returns the count of rows. */
    public int rowCount() {
        return states.getTerminated().size();
    }

    /**
     * Returns all observations, in the forms of their specs, as many bytes a row as the layout says: read-only, little endian. A
     * row holds the observation in each encoding, one behind the other, each padded to a whole byte; planes have the width and
     * height of the layout.
     */
    public ByteBuffer observations() {
        return observations.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns all action masks, packed bits, as many bytes a row as the layout says: read-only, little endian. */
    public ByteBuffer actionMasks() {
        return actionMasks.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Returns all globals, floats, as many bytes a row as the layout says: read-only, little endian. A row holds those of each
     * encoding, one behind the other.
     */
    public ByteBuffer globals() {
        return RowBytes.view(states.getGlobals());
    }

    /** Returns whether {@code action} is legal in {@code row}; false for any number that is no action. */
    public boolean isLegal(int row, int action) {
        return action >= 0
                && action < Byte.SIZE * actionMaskByteCount
                && (actionMasks.get(row * actionMaskByteCount + (action >>> 3)) & 0x80 >>> (action & 7)) != 0;
    }

    /** Returns what {@code color} was paid in {@code row} for what led there. */
    public float reward(int row, Color color) {
        int index = 2 * row + (color == Color.WHITE ? 1 : 0);
        return color == Color.NONE ? 0 : rewards.getFloat(index * Float.BYTES);
    }

    /** Returns whether the rules ended the episode. */
    public boolean isTerminated(int row) {
        return states.getTerminated().byteAt(row) != 0;
    }

    /** Returns whether the limit on moves ended the episode. */
    public boolean isTruncated(int row) {
        return states.getTruncated().byteAt(row) != 0;
    }

    /** Returns whether the episode is over. */
    public boolean isOver(int row) {
        return states.getEndReasons().byteAt(row) != 0;
    }

    /** Returns why the episode ended. */
    public EndReason endReason(int row) {
        return Messages.endReason(states.getEndReasons().byteAt(row));
    }

    /** Returns who won a terminated episode; {@link Color#NONE} is a tie. */
    public Color winner(int row) {
        return Color.of(states.getWinners().byteAt(row));
    }

    /** Returns whose turn it is. */
    public Color playerToMove(int row) {
        return Color.of(states.getPlayersToMove().byteAt(row));
    }

    /** Returns the moves made since the start of the episode. */
    public int moveNumber(int row) {
        return moveNumbers.getInt(row * Integer.BYTES);
    }

    /** Returns the state hash. */
    public long stateHash(int row) {
        return stateHashes.getLong(row * Long.BYTES);
    }

    /** Returns Black's area minus White's minus komi where the episode is over, else 0. */
    public float margin(int row) {
        return margins.getFloat(row * Float.BYTES);
    }

    /** Returns why the action of the row was illegal, if it was. */
    public IllegalReason illegalReason(int row) {
        return Messages.illegalReason(states.getIllegalReasons().byteAt(row));
    }
}

package dev.tengen.client;

import dev.tengen.proto.v1.NodeStates;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * New nodes of a forest: one row for each that a request asked for, in its order. Rows are read where they lie in the answer;
 * nothing is copied.
 *
 * <p>Immutable.
 */
public final class NodeRows {
    private final ForestLayout layout;
    private final NodeStates states;
    private final ByteBuffer handles;
    private final ByteBuffer observations;
    private final ByteBuffer actionMasks;
    private final ByteBuffer rewards;
    private final ByteBuffer moveNumbers;
    private final ByteBuffer stateHashes;
    private final ByteBuffer margins;
    private final ByteBuffer globals;

    NodeRows(ForestLayout layout, NodeStates states) {
        this.layout = layout;
        this.states = states;
        handles = RowBytes.view(states.getHandles());
        observations = RowBytes.view(states.getObservations());
        actionMasks = RowBytes.view(states.getActionMasks());
        rewards = RowBytes.view(states.getRewards());
        moveNumbers = RowBytes.view(states.getMoveNumbers());
        stateHashes = RowBytes.view(states.getStateHashes());
        margins = RowBytes.view(states.getMargins());
        globals = RowBytes.view(states.getGlobals());
    }

    /** Returns the count of rows. */
    public int rowCount() {
        return states.getTerminated().size();
    }

    /** Returns the layout. */
    public ForestLayout layout() {
        return layout;
    }

    /** Returns the handle of the node; 0 where the action was illegal and there is none. */
    public long handle(int row) {
        return handles.getLong(row * Long.BYTES);
    }

    /** Returns whether a node was made. */
    public boolean isMade(int row) {
        return handle(row) != 0;
    }

    /**
     * Returns all observations, in the form of the forest's spec, {@link ForestLayout#observationByteCount} bytes a row:
     * read-only, little endian. A row holds the observation in each encoding, one behind the other, each padded to a whole
     * byte; planes have the width and height of the layout.
     */
    public ByteBuffer observations() {
        return observations.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Returns all action masks, packed bits, {@link ForestLayout#actionMaskByteCount} bytes a row: read-only, little endian.
     */
    public ByteBuffer actionMasks() {
        return actionMasks.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns the numbers that belong to no point, {@link ForestLayout#globalByteCount} bytes a row: read-only, little endian. */
    public ByteBuffer globals() {
        return globals.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns whether {@code action} is legal at the node; false for any number that is no action. */
    public boolean isLegal(int row, int action) {
        int byteCount = layout.actionMaskByteCount();
        return action >= 0
                && action < Byte.SIZE * byteCount
                && (actionMasks.get(row * byteCount + (action >>> 3)) & 0x80 >>> (action & 7)) != 0;
    }

    /** Returns what {@code color} was paid for the action that leads to the node; 0 at roots. */
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

    /** Returns why the action was illegal, if it was. */
    public IllegalReason illegalReason(int row) {
        return Messages.illegalReason(states.getIllegalReasons().byteAt(row));
    }
}

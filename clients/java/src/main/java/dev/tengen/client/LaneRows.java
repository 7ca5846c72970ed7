package dev.tengen.client;

import dev.tengen.proto.v1.LaneStates;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Where lanes of a batch stand: one row for each lane that a request named, in its order. Rows are read where they lie in
 * the answer; nothing is copied.
 *
 * <p>Immutable.
 */
public final class LaneRows {
    private final BatchLayout layout;
    private final LaneStates states;
    private final ByteBuffer lanes;
    private final ByteBuffer observations;
    private final ByteBuffer actionMasks;
    private final ByteBuffer rewards;
    private final ByteBuffer moveNumbers;
    private final ByteBuffer episodes;
    private final ByteBuffer stateHashes;
    private final ByteBuffer margins;
    private final ByteBuffer actions;

    LaneRows(BatchLayout layout, LaneStates states) {
        this.layout = layout;
        this.states = states;
        lanes = RowBytes.view(states.getLanes());
        observations = RowBytes.view(states.getObservations());
        actionMasks = RowBytes.view(states.getActionMasks());
        rewards = RowBytes.view(states.getRewards());
        moveNumbers = RowBytes.view(states.getMoveNumbers());
        episodes = RowBytes.view(states.getEpisodes());
        stateHashes = RowBytes.view(states.getStateHashes());
        margins = RowBytes.view(states.getMargins());
        actions = RowBytes.view(states.getActions());
    }

    /** Returns the count of rows. */
    public int rowCount() {
        return states.getTerminated().size();
    }

    /** Returns the lane that {@code row} tells of. */
    public int lane(int row) {
        return lanes.capacity() == 0 ? row : lanes.getInt(row * Integer.BYTES);
    }

    /**
     * Returns all observations, in the forms of their specs, {@link BatchLayout#observationByteCount} bytes a row: read-only,
     * little endian. A row holds the observation in each encoding of the lane, one behind the other, each padded to a whole byte; planes
     * have the width and height of the layout.
     */
    public ByteBuffer observations() {
        return observations.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Returns all action masks, packed bits, {@link BatchLayout#actionMaskByteCount} bytes a row: read-only, little endian.
     */
    public ByteBuffer actionMasks() {
        return actionMasks.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Returns all globals, floats, {@link BatchLayout#globalByteCount} bytes a row: read-only, little endian. A row holds
     * those of each encoding of the lane, one behind the other.
     */
    public ByteBuffer globals() {
        return RowBytes.view(states.getGlobals());
    }

    /** Returns the symmetry by which observation, mask and action of {@code row} are turned. */
    public Symmetry symmetry(int row) {
        return states.getSymmetries().isEmpty()
                ? Symmetry.IDENTITY
                : Symmetry.of(states.getSymmetries().byteAt(row));
    }

    /** Returns whether {@code action} is legal in {@code row}; false for any number that is no action. */
    public boolean isLegal(int row, int action) {
        int byteCount = layout.actionMaskByteCount();
        return action >= 0
                && action < Byte.SIZE * byteCount
                && (actionMasks.get(row * byteCount + (action >>> 3)) & 0x80 >>> (action & 7)) != 0;
    }

    /** Returns what {@code color} was paid in {@code row} for the moves of the request. */
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

    /** Returns the number of the episode, from 1. */
    public int episode(int row) {
        return episodes.getInt(row * Integer.BYTES);
    }

    /** Returns the state hash. */
    public long stateHash(int row) {
        return stateHashes.getLong(row * Long.BYTES);
    }

    /** Returns Black's area minus White's minus komi where the episode is over, else 0. */
    public float margin(int row) {
        return margins.getFloat(row * Float.BYTES);
    }

    /** Returns the action that the lane was given, with what the server drew; -1 for none. */
    public int action(int row) {
        return actions.getInt(row * Integer.BYTES);
    }

    /** Returns why that action was illegal. */
    public IllegalReason illegalReason(int row) {
        return Messages.illegalReason(states.getIllegalReasons().byteAt(row));
    }

    /** Returns whether the request started a new episode. */
    public boolean isReset(int row) {
        return states.getResets().byteAt(row) != 0;
    }

    /**
     * Returns the rows of the lanes whose episode the request ended, as they stood at the end: under {@link
     * Autoreset#SAME_STEP} alone.
     */
    public LaneRows ended() {
        return new LaneRows(layout, states.getFinal());
    }
}

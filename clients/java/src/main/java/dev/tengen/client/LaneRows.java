package dev.tengen.client;

import com.google.protobuf.ByteString;
import dev.tengen.proto.v1.LaneStates;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Where lanes of a batch stand: one row for each lane that a request named, in its order. {@link BatchLayout} tells how many
 * bytes each row has.
 *
 * <p>Immutable.
 */
public final class LaneRows extends PositionRows {
    private final BatchLayout layout;
    private final LaneStates states;
    private final ByteBuffer lanes;
    private final ByteBuffer episodes;
    private final ByteBuffer actions;

    LaneRows(BatchLayout layout, LaneStates states) {
        super(layout.actionMaskByteCount(), states);
        this.layout = layout;
        this.states = states;
        lanes = RowBytes.view(states.getLanes());
        episodes = RowBytes.view(states.getEpisodes());
        actions = RowBytes.view(states.getActions());
    }

    /** Returns the lane that {@code row} tells of. */
    public int lane(int row) {
        return lanes.capacity() == 0 ? row : lanes.getInt(row * Integer.BYTES);
    }

    /** Returns the symmetry by which observation, mask and action of {@code row} are turned. */
    public Symmetry symmetry(int row) {
        return states.getSymmetries().isEmpty()
                ? Symmetry.IDENTITY
                : Symmetry.of(states.getSymmetries().byteAt(row));
    }

    /** Returns the number of the episode, from 1. */
    public int episode(int row) {
        return episodes.getInt(row * Integer.BYTES);
    }

    /** Returns the action that the lane was given, with what the server drew; -1 for none. */
    public int action(int row) {
        return actions.getInt(row * Integer.BYTES);
    }

    /** Returns whether the request started a new episode. */
    public boolean isReset(int row) {
        return states.getResets().byteAt(row) != 0;
    }

    /** Returns whose part the agent takes in the episode of a task; {@link Color#NONE} where the lane has none. */
    public Color agentColor(int row) {
        return Color.of(taskByte(states.getAgentColors(), row));
    }

    /** Returns what the agent reaches where both play perfectly: 1, 0 or -1; 0 where the lane has no task. */
    public int optimalValue(int row) {
        return taskByte(states.getOptimalValues(), row);
    }

    /** Returns the optimal value less the one obtained, where the episode of a task is over; else 0. */
    public int regret(int row) {
        return taskByte(states.getRegrets(), row);
    }

    /** Returns whether the action, the client's, was optimal; empty where moves are not judged. */
    public Optional<Boolean> isOracleOptimal(int row) {
        int optimal = taskByte(states.getOracleOptimal(), row);
        return optimal == 0 ? Optional.empty() : Optional.of(optimal == 1);
    }

    private static byte taskByte(ByteString bytes, int row) {
        return bytes.isEmpty() ? 0 : bytes.byteAt(row);
    }

    /**
     * Returns the rows of the lanes whose episode the request ended, as they stood at the end: under {@link
     * Autoreset#SAME_STEP} alone.
     */
    public LaneRows ended() {
        return new LaneRows(layout, states.getFinal());
    }
}

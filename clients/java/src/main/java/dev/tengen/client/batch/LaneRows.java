package dev.tengen.client.batch;

import com.google.protobuf.ByteString;
import dev.tengen.client.env.Color;
import dev.tengen.client.env.Symmetry;
import dev.tengen.client.internal.ProtoConverter;
import dev.tengen.proto.v1.LaneStates;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The states of lanes: one row for each lane of a request, in the order of the request. {@link BatchLayout} has the
 * number of bytes in a row.
 *
 * <p>Immutable.
 */
public final class LaneRows extends PositionRows {
    private final BatchLayout layout;
    private final LaneStates states;
    private final ByteBuffer lanes;
    private final ByteBuffer episodes;
    private final ByteBuffer actions;
    private final ByteBuffer opponentActions;

    LaneRows(BatchLayout layout, LaneStates states) {
        super(layout.actionMaskByteCount(), states);
        this.layout = layout;
        this.states = states;
        lanes = ProtoConverter.view(states.getLanes());
        episodes = ProtoConverter.view(states.getEpisodes());
        actions = ProtoConverter.view(states.getActions());
        opponentActions = ProtoConverter.view(states.getOpponentActions());
    }

    /** Returns the lane that {@code row} belongs to. */
    public int lane(int row) {
        return lanes.capacity() == 0 ? row : lanes.getInt(row * Integer.BYTES);
    }

    /** Returns the symmetry that has been applied to observation, mask and action of {@code row}. */
    public Symmetry symmetry(int row) {
        return states.getSymmetries().isEmpty()
                ? Symmetry.IDENTITY
                : Symmetry.of(states.getSymmetries().byteAt(row));
    }

    /** Returns the number of the episode; 0 until the first reset of the lane. */
    public int episode(int row) {
        return episodes.getInt(row * Integer.BYTES);
    }

    /** Returns the action that the request gave the lane, or the one that the server drew for it; -1 for none. */
    public int action(int row) {
        return actions.getInt(row * Integer.BYTES);
    }

    /**
     * Returns the action that the lane's opponent played in the request: its reply, or its first move in an episode
     * that the request started; -2 if it resigned; -1 for none.
     */
    public int opponentAction(int row) {
        return opponentActions.capacity() == 0 ? -1 : opponentActions.getInt(row * Integer.BYTES);
    }

    /** Returns whether the request started a new episode. */
    public boolean isReset(int row) {
        return states.getResets().byteAt(row) != 0;
    }

    /** Returns the agent's color in the episode of a task; {@link Color#NONE} if the lane has no task. */
    public Color agentColor(int row) {
        return Color.of(taskByte(states.getAgentColors(), row));
    }

    /** Returns the agent's value under perfect play by both: 1, 0 or -1; 0 if the lane has no task. */
    public int optimalValue(int row) {
        return taskByte(states.getOptimalValues(), row);
    }

    /** Returns the optimal value minus the obtained value if the episode of a task is over, otherwise 0. */
    public int regret(int row) {
        return taskByte(states.getRegrets(), row);
    }

    /** Returns whether the client's action was optimal; empty if moves are not judged. */
    public Optional<Boolean> isOracleOptimal(int row) {
        int optimal = taskByte(states.getIsOracleOptimal(), row);
        return optimal == 0 ? Optional.empty() : Optional.of(optimal == 1);
    }

    private static byte taskByte(ByteString bytes, int row) {
        return bytes.isEmpty() ? 0 : bytes.byteAt(row);
    }

    /**
     * Returns the final states of the lanes whose episode the request ended. Without {@link Autoreset#SAME_STEP} there
     * are none.
     */
    public LaneRows ended() {
        return new LaneRows(layout, states.getFinal());
    }
}

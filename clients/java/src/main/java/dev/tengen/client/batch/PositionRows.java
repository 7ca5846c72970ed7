package dev.tengen.client.batch;

import dev.tengen.client.env.Color;
import dev.tengen.client.env.EndReason;
import dev.tengen.client.env.IllegalReason;
import dev.tengen.client.internal.ProtoConverter;
import dev.tengen.proto.v1.LaneStates;
import java.nio.ByteBuffer;

/**
 * The states of environments: one row for each environment that a request named or created, in the order of the
 * request. Rows are read from the response. Nothing is copied.
 *
 * <p>Immutable.
 */
public abstract class PositionRows extends ObservationRows {
    private final LaneStates states;
    private final ByteBuffer rewards;
    private final ByteBuffer moveNumbers;
    private final ByteBuffer stateHashes;
    private final ByteBuffer margins;

    /**
     * Creates rows. The client does.
     *
     * @param actionMaskByteCount bytes of action mask in a row
     * @param states the response's columns
     */
    protected PositionRows(int actionMaskByteCount, LaneStates states) {
        super(actionMaskByteCount, states.getObservations(), states.getActionMasks(), states.getGlobals());
        this.states = states;
        rewards = ProtoConverter.view(states.getRewards());
        moveNumbers = ProtoConverter.view(states.getMoveNumbers());
        stateHashes = ProtoConverter.view(states.getStateHashes());
        margins = ProtoConverter.view(states.getMargins());
    }

    @Override
    public int rowCount() {
        return states.getTerminated().size();
    }

    /**
     * Returns the reward of {@code color} for the action that led to {@code row}, as a session would pay it: for a
     * lane, summed over the moves of the request; for a node, that of its action, and 0 for a root. 0 for
     * {@link Color#NONE}.
     */
    public float reward(int row, Color color) {
        int index = 2 * row + (color == Color.WHITE ? 1 : 0);
        return color == Color.NONE ? 0 : rewards.getFloat(index * Float.BYTES);
    }

    /** Returns whether the rules ended the episode. */
    public boolean terminated(int row) {
        return states.getTerminated().byteAt(row) != 0;
    }

    /** Returns whether the move limit ended the episode. */
    public boolean truncated(int row) {
        return states.getTruncated().byteAt(row) != 0;
    }

    /** Returns whether the episode is over. */
    public boolean isOver(int row) {
        return states.getEndReasons().byteAt(row) != 0;
    }

    /** Returns why the episode ended. */
    public EndReason endReason(int row) {
        return ProtoConverter.endReason(states.getEndReasons().byteAt(row));
    }

    /**
     * Returns the winner, once the episode has terminated; {@link Color#NONE} is a tie, or an episode that is in
     * progress or was truncated.
     */
    public Color winner(int row) {
        return Color.of(states.getWinners().byteAt(row));
    }

    /** Returns the player to move. */
    public Color playerToMove(int row) {
        return Color.of(states.getPlayersToMove().byteAt(row));
    }

    /** Returns the number of moves made since the start of the episode. */
    public int moveNumber(int row) {
        return moveNumbers.getInt(row * Integer.BYTES);
    }

    /** Returns the state hash. */
    public long stateHash(int row) {
        return stateHashes.getLong(row * Long.BYTES);
    }

    /**
     * Returns the margin in points if the episode is over, otherwise 0: Black's points minus White's, minus handicap
     * bonus and komi.
     */
    public float margin(int row) {
        return margins.getFloat(row * Float.BYTES);
    }

    /**
     * Returns whether play has ended and the player to move must propose dead stones. Only the pass is legal then, and
     * the resignation in a lane; a pass proposes that no stones are dead.
     */
    public boolean isAgreement(int row) {
        return !states.getIsAgreement().isEmpty() && states.getIsAgreement().byteAt(row) != 0;
    }

    /** Returns why the action of the row was illegal, or its proposal; {@link IllegalReason#NONE} if it was legal. */
    public IllegalReason illegalReason(int row) {
        return ProtoConverter.illegalReason(states.getIllegalReasons().byteAt(row));
    }
}

package dev.tengen.client.search;

import dev.tengen.client.env.Color;
import dev.tengen.client.env.EndReason;
import dev.tengen.client.internal.ProtoConverter;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * A finished game of a self-play. Actions, policies and owners are those of the board itself, regardless of the
 * symmetries that its positions were evaluated through. Moves are numbered from 0. Values are read from the response.
 * Nothing is copied.
 *
 * <p>Immutable.
 */
public final class SelfPlayRecord {
    private final dev.tengen.proto.v1.SelfPlayRecord message;
    private final ByteBuffer actions;
    private final ByteBuffer rootValues;
    private final ByteBuffer policyActions;
    private final ByteBuffer policyShares;

    /** The first share of each move, and the number of all shares. */
    private final int[] firstShares;

    SelfPlayRecord(dev.tengen.proto.v1.SelfPlayRecord message) {
        this.message = message;
        actions = ProtoConverter.view(message.getActions());
        rootValues = ProtoConverter.view(message.getRootValues());
        policyActions = ProtoConverter.view(message.getPolicyActions());
        policyShares = ProtoConverter.view(message.getPolicyShares());
        firstShares = new int[moveCount() + 1];
        ByteBuffer sizes = ProtoConverter.view(message.getPolicySizes());
        for (int move = 0; move < moveCount(); move++) {
            firstShares[move + 1] = firstShares[move] + Short.toUnsignedInt(sizes.getShort(move * Short.BYTES));
        }
    }

    /** Returns the slot in which the game was played. */
    public int slot() {
        return message.getSlot();
    }

    /** Returns the number of the game in its slot, from 0. */
    public long number() {
        return message.getNumber();
    }

    /** Returns the player of the first move. */
    public Color firstPlayer() {
        return ProtoConverter.color(message.getFirstPlayer());
    }

    /** Returns the number of moves. */
    public int moveCount() {
        return actions.capacity() / Short.BYTES;
    }

    /** Returns the action of {@code move}. */
    public int action(int move) {
        return Short.toUnsignedInt(actions.getShort(move * Short.BYTES));
    }

    /** Returns the value that the search of {@code move} found for the player to move, from -1 to 1. */
    public float rootValue(int move) {
        return rootValues.getFloat(move * Float.BYTES);
    }

    /** Returns whether {@code move} was searched in full. Only then its policy is a good target. */
    public boolean isFull(int move) {
        return message.getIsFull().byteAt(move) != 0;
    }

    /** Returns the number of actions with a share in the policy target of {@code move}. */
    public int policySize(int move) {
        return firstShares[move + 1] - firstShares[move];
    }

    /** Returns action {@code index} of the policy target of {@code move}. */
    public int policyAction(int move, int index) {
        return Short.toUnsignedInt(policyActions.getShort((firstShares[move] + index) * Short.BYTES));
    }

    /** Returns the share of action {@code index} of the policy target of {@code move}. The shares sum up to 1. */
    public float policyShare(int move, int index) {
        return policyShares.getFloat((firstShares[move] + index) * Float.BYTES);
    }

    /**
     * Writes the policy target of {@code move} to {@code into} from {@code offset}: a share for each of
     * {@code actionCount} actions, many of them 0.
     */
    public void copyPolicy(int move, float[] into, int offset, int actionCount) {
        Arrays.fill(into, offset, offset + actionCount, 0);
        for (int index = 0; index < policySize(move); index++) {
            into[offset + policyAction(move, index)] = policyShare(move, index);
        }
    }

    /** Returns why the game ended: passes, repetition, resignation, or the move limit. */
    public EndReason endReason() {
        return ProtoConverter.endReason(message.getEndReason());
    }

    /** Returns who won; {@link Color#NONE} for a tie, or a game that the move limit ended without a score. */
    public Color winner() {
        return ProtoConverter.color(message.getWinner());
    }

    /**
     * Returns Black's points minus White's in the last position as it stands, with handicap bonus and komi. After a
     * resignation this does not decide.
     */
    public double margin() {
        return message.getMargin();
    }

    /** Returns the owner of each point in the last position; {@link Color#NONE} for nobody. */
    public List<Color> owners() {
        return ProtoConverter.colors(message.getOwners());
    }

    /**
     * Returns the observations of the positions before each move, as in {@link LeafRows#observations}, on the board
     * itself: read-only, little endian. Empty unless the spec asks for them.
     */
    public ByteBuffer observations() {
        return ProtoConverter.view(message.getObservations());
    }

    /** Returns the global features of these observations, as in {@link LeafRows#globals}. */
    public ByteBuffer globals() {
        return ProtoConverter.view(message.getGlobals());
    }

    /** Returns whether resignation was allowed in this game. */
    public boolean mayResign() {
        return message.getMayResign();
    }
}

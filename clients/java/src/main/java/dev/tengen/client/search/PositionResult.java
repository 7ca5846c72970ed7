package dev.tengen.client.search;

import dev.tengen.client.internal.ProtoConverter;
import java.nio.ByteBuffer;
import java.util.OptionalDouble;

/**
 * What the search of a position has found. Actions and policies are those of the board itself, regardless of the
 * symmetries that leaves were evaluated through. Visited actions are indexed from 0, the best one. Values are read from
 * the response. Nothing is copied.
 *
 * <p>Immutable.
 */
public final class PositionResult {
    private final dev.tengen.proto.v1.PositionResult message;
    private final ByteBuffer actions;
    private final ByteBuffer visitCounts;
    private final ByteBuffer values;
    private final ByteBuffer priors;
    private final ByteBuffer variations;
    private final ByteBuffer policy;

    /** The start of each variation, and the number of all their actions. */
    private final int[] firstMoves;

    PositionResult(dev.tengen.proto.v1.PositionResult message) {
        this.message = message;
        actions = ProtoConverter.view(message.getActions());
        visitCounts = ProtoConverter.view(message.getVisitCounts());
        values = ProtoConverter.view(message.getValues());
        priors = ProtoConverter.view(message.getPriors());
        variations = ProtoConverter.view(message.getVariations());
        policy = ProtoConverter.view(message.getPolicy());
        firstMoves = new int[actionCount() + 1];
        ByteBuffer lengths = ProtoConverter.view(message.getVariationLengths());
        for (int index = 0; index < actionCount(); index++) {
            firstMoves[index + 1] = firstMoves[index] + Short.toUnsignedInt(lengths.getShort(index * Short.BYTES));
        }
    }

    /** Returns the handle of the position. */
    public long handle() {
        return message.getPosition();
    }

    /** Returns the number of simulations, those of a subtree that was reused included. */
    public int visitCount() {
        return message.getVisitCount();
    }

    /** Returns the number of nodes of the tree. */
    public int nodeCount() {
        return message.getNodeCount();
    }

    /**
     * Returns the value of the position for the player to move, from -1 to 1: the mean of its own evaluation and of all
     * simulations. Empty if it was not evaluated.
     */
    public OptionalDouble value() {
        return message.hasValue() ? OptionalDouble.of(message.getValue()) : OptionalDouble.empty();
    }

    /** Returns the number of visited actions in this result. */
    public int actionCount() {
        return actions.capacity() / Short.BYTES;
    }

    /** Returns visited action {@code index}. Action 0 is the best one. */
    public int action(int index) {
        return Short.toUnsignedInt(actions.getShort(index * Short.BYTES));
    }

    /** Returns the number of visits of visited action {@code index}. */
    public int visitCount(int index) {
        return visitCounts.getInt(index * Integer.BYTES);
    }

    /** Returns the value of visited action {@code index} for the player who makes it, from -1 to 1. */
    public float value(int index) {
        return values.getFloat(index * Float.BYTES);
    }

    /** Returns the prior of visited action {@code index}, its share among all legal actions. */
    public float prior(int index) {
        return priors.getFloat(index * Float.BYTES);
    }

    /** Returns the principal variation that starts with visited action {@code index}. */
    public int[] variation(int index) {
        int[] moves = new int[firstMoves[index + 1] - firstMoves[index]];
        for (int move = 0; move < moves.length; move++) {
            moves[move] = Short.toUnsignedInt(variations.getShort((firstMoves[index] + move) * Short.BYTES));
        }
        return moves;
    }

    /** Returns whether this has a policy target: it was asked for, and a simulation is complete. */
    public boolean hasPolicy() {
        return policy.capacity() > 0;
    }

    /**
     * Returns the share of {@code action} in the policy target. The shares of all actions sum up to 1.
     *
     * @throws IndexOutOfBoundsException if there is no policy target or no such action
     */
    public float policyShare(int action) {
        return policy.getFloat(action * Float.BYTES);
    }
}

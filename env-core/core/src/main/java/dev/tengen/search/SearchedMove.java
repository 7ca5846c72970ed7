package dev.tengen.search;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/** A move and what its search found. Immutable. */
public final class SearchedMove {
    private final int action;
    private final float rootValue;
    private final boolean isFull;
    private final short[] policyActions;
    private final float[] policyShares;

    SearchedMove(int action, float rootValue, boolean isFull, short[] policyActions, float[] policyShares) {
        this.action = action;
        this.rootValue = rootValue;
        this.isFull = isFull;
        this.policyActions = policyActions;
        this.policyShares = policyShares;
    }

    /** Returns the action. */
    public int action() {
        return action;
    }

    /** Returns the value that the search found for the player to move, from -1 to 1. */
    public float rootValue() {
        return rootValue;
    }

    /** Returns whether the move was searched in full. */
    public boolean isFull() {
        return isFull;
    }

    /** Returns the number of actions with a share in the policy target. */
    public int policySize() {
        return policyActions.length;
    }

    /** Returns action {@code index} of the policy target. */
    public int policyAction(int index) {
        return policyActions[index];
    }

    /** Returns the share of action {@code index} of the policy target. The shares sum up to 1. */
    public float policyShare(int index) {
        return policyShares[index];
    }

    /** Writes the policy target to {@code into} from {@code offset}: a share for each action, many of them 0. */
    public void copyPolicy(float[] into, int offset, int actionCount) {
        Arrays.fill(into, offset, offset + actionCount, 0);
        for (int index = 0; index < policyActions.length; index++) {
            into[offset + policyActions[index]] = policyShares[index];
        }
    }

    void write(DataOutputStream out) throws IOException {
        out.writeShort(action);
        out.writeFloat(rootValue);
        out.writeBoolean(isFull);
        out.writeShort(policyActions.length);
        for (int index = 0; index < policyActions.length; index++) {
            out.writeShort(policyActions[index]);
            out.writeFloat(policyShares[index]);
        }
    }

    static SearchedMove read(DataInputStream in) throws IOException {
        int action = in.readUnsignedShort();
        float rootValue = in.readFloat();
        boolean isFull = in.readBoolean();
        int count = in.readUnsignedShort();
        short[] actions = new short[count];
        float[] shares = new float[count];
        for (int index = 0; index < count; index++) {
            actions[index] = in.readShort();
            shares[index] = in.readFloat();
            SelfPlayStateCodec.require(actions[index] >= 0);
        }
        return new SearchedMove(action, rootValue, isFull, actions, shares);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SearchedMove move
                && action == move.action
                && Float.compare(rootValue, move.rootValue) == 0
                && isFull == move.isFull
                && Arrays.equals(policyActions, move.policyActions)
                && Arrays.equals(policyShares, move.policyShares);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(policyShares) + action;
    }

    @Override
    public String toString() {
        return "SearchedMove[action=" + action + ", rootValue=" + rootValue + ", isFull=" + isFull + ", policyActions="
                + Arrays.toString(policyActions) + ", policyShares=" + Arrays.toString(policyShares) + "]";
    }
}

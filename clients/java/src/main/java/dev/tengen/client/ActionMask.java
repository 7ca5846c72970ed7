package dev.tengen.client;

import java.util.stream.IntStream;

/**
 * Which actions are legal: one bit for each point and one for the pass.
 *
 * <p>Immutable.
 */
public final class ActionMask {
    private final byte[] packed;
    private final int actionCount;

    ActionMask(byte[] packed, int actionCount) {
        this.packed = packed;
        this.actionCount = actionCount;
    }

    /** Returns the count of actions, legal or not: width * height + 1. */
    public int actionCount() {
        return actionCount;
    }

    /** Returns whether {@code action} is legal; false for any number that is no action. */
    public boolean isLegal(int action) {
        return action >= 0 && action < actionCount && (packed[action >>> 3] & 0x80 >>> (action & 7)) != 0;
    }

    /** Returns the legal actions in rising order. */
    public int[] actions() {
        return IntStream.range(0, actionCount).filter(this::isLegal).toArray();
    }

    /** Returns a copy of the bits, most significant first, zero-padded to a whole byte. */
    public byte[] toBytes() {
        return packed.clone();
    }
}

package dev.tengen.client.env;

import java.util.stream.IntStream;

/**
 * The legal actions: one bit for each point and one for the pass.
 *
 * <p>Immutable.
 */
public final class ActionMask {
    private final byte[] packed;
    private final int actionCount;

    /**
     * Creates a mask.
     *
     * @param packed the bits, most significant first; the mask owns the array
     * @param actionCount width * height + 1
     */
    public ActionMask(byte[] packed, int actionCount) {
        this.packed = packed;
        this.actionCount = actionCount;
    }

    /** Returns the number of actions, legal or not: width * height + 1. */
    public int actionCount() {
        return actionCount;
    }

    /** Returns whether {@code action} is legal; false for any number that is not an action. */
    public boolean isLegal(int action) {
        return action >= 0 && action < actionCount && (packed[action >>> 3] & 0x80 >>> (action & 7)) != 0;
    }

    /** Returns the legal actions in ascending order. */
    public int[] actions() {
        return IntStream.range(0, actionCount).filter(this::isLegal).toArray();
    }

    /** Returns a copy of the bits, most significant first, zero-padded to a whole byte. */
    public byte[] toBytes() {
        return packed.clone();
    }
}

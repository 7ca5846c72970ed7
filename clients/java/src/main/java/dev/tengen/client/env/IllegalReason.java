package dev.tengen.client.env;

import com.google.common.base.Enums;

/** Why an action is illegal. If several reasons apply, the first in this order. */
public enum IllegalReason {
    /** The action is legal. */
    NONE,
    /** The episode is over. */
    EPISODE_OVER,
    /** The number is not an action. */
    OUT_OF_RANGE,
    /** The point has a stone. */
    OCCUPIED,
    /** The suicide rule forbids the play. */
    SUICIDE,
    /** The ko rule forbids the play. */
    REPETITION,
    /** Play has ended and the players propose dead stones. Only the pass is legal. */
    AGREEMENT,
    /** A proposal of dead stones in a batch, at a time when players do not propose them. */
    NO_AGREEMENT,
    /** The points of a proposal of dead stones in a batch are not the stones of whole chains. */
    NOT_WHOLE_CHAINS,
    /** A reason that this client is too old to know. */
    UNKNOWN;

    /** Returns the reason called {@code name}, as in "OCCUPIED"; {@link #UNKNOWN} if there is none. */
    public static IllegalReason named(String name) {
        return Enums.getIfPresent(IllegalReason.class, name).or(UNKNOWN);
    }
}

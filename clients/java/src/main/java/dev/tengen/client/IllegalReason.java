package dev.tengen.client;

/** Why an action is illegal: the first that holds, in this order. */
public enum IllegalReason {
    /** It is legal. */
    NONE,
    /** The episode is over. */
    EPISODE_OVER,
    /** There is no such action. */
    OUT_OF_RANGE,
    /** A stone stands on the point. */
    OCCUPIED,
    /** The suicide rule forbids the play. */
    SUICIDE,
    /** The ko rule forbids the play. */
    REPETITION,
    /** Play has ended and the players propose which stones are dead: of the actions only the pass is open. */
    AGREEMENT,
    /** It is illegal for a reason that this client is too old to know. */
    UNKNOWN
}

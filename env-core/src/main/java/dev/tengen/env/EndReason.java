package dev.tengen.env;

/** Why an episode ended. */
public enum EndReason {
    /** It goes on. */
    NONE,
    /** Terminated: as many passes in a row as the rules ask for. */
    PASSES,
    /** Terminated: a player resigned. */
    RESIGNATION,
    /** Terminated: a player made an illegal action that loses. */
    ILLEGAL_ACTION,
    /** Truncated: the limit on moves was reached. */
    MAX_MOVES;

    /** Returns whether the rules ended the episode. */
    public boolean isTermination() {
        return this == PASSES || this == RESIGNATION || this == ILLEGAL_ACTION;
    }
}

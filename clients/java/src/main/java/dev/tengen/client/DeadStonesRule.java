package dev.tengen.client;

/** Which stones are taken for dead when passes have ended the play. */
public enum DeadStonesRule {
    /** None. */
    AS_IT_STANDS,
    /** Those that both players propose; if they propose different ones, play goes on. */
    AGREEMENT
}

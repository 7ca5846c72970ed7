package dev.tengen.game;

/** Which stones are taken for dead when passes have ended the play. */
public enum DeadStones {
    /** None: the board is scored as it stands, and who wants a stone gone captures it. */
    AS_IT_STANDS,

    /** Those that both players name, one after the other; if they name different ones, play goes on. */
    AGREEMENT
}

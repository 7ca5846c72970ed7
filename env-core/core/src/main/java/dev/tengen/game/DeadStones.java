package dev.tengen.game;

/** Which stones are removed as dead after passes have ended play. */
public enum DeadStones {
    /** None: the board is scored as it stands. A player who wants a stone removed must capture it. */
    AS_IT_STANDS,

    /** The stones that both players propose, one after the other. If their proposals differ, play resumes. */
    AGREEMENT
}

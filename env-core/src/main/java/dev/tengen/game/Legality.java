package dev.tengen.game;

/** Whether a move is legal, and if not, the first reason that holds, in this order. */
public enum Legality {
    /** The move may be made. */
    LEGAL,
    /** The game is over. */
    EPISODE_OVER,
    /** There is no such move on this grid. */
    OUT_OF_RANGE,
    /** A stone stands on the point. */
    OCCUPIED,
    /** The suicide rule forbids the play. */
    SUICIDE,
    /** The ko rule forbids the play. */
    REPETITION;

    /** Returns whether this is {@link #LEGAL}. */
    public boolean isLegal() {
        return this == LEGAL;
    }
}

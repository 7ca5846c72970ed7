package dev.tengen.cgt;

/** A player of a combinatorial game. Left prefers high values, Right low ones. */
public enum Side {
    /** Black on a board. */
    LEFT,
    /** White on a board. */
    RIGHT;

    /** Returns the other player. */
    public Side opponent() {
        return this == LEFT ? RIGHT : LEFT;
    }
}

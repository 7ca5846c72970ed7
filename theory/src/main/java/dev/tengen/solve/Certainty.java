package dev.tengen.solve;

/** How far an answer can be trusted. */
public enum Certainty {
    /** The margin is proven, with superko and the whole past of the game. */
    EXACT,

    /**
     * The limits were reached before. What is proven are bounds; anything closer holds on the condition that repetitions were
     * allowed, which they are not.
     */
    CONDITIONAL
}

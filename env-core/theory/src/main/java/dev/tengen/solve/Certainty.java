package dev.tengen.solve;

/** How certain a solution is. */
public enum Certainty {
    /** The margin is proven, with superko and the whole history of the game. */
    EXACT,

    /**
     * A limit was reached before the margin was proven. Only bounds are proven; closer values hold on the condition
     * that repetitions are allowed, which they are not.
     */
    CONDITIONAL
}

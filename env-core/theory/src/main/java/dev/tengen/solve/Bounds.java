package dev.tengen.solve;

import dev.tengen.base.InvalidValueException;

/**
 * The bounds of a margin: Black's area minus White's, without komi. Both bounds are inclusive.
 *
 * @param lower the smallest possible margin
 * @param upper the largest possible margin
 */
public record Bounds(int lower, int upper) {
    /**
     * Creates bounds.
     *
     * @throws IllegalArgumentException if {@code lower} is greater than {@code upper}
     */
    public Bounds {
        if (lower > upper) {
            throw InvalidValueException.not("lower", lower, "at most the upper bound " + upper);
        }
    }

    /** Returns bounds with a single margin. */
    static Bounds exactly(int margin) {
        return new Bounds(margin, margin);
    }

    /** Returns whether both bounds are equal. */
    public boolean isExact() {
        return lower == upper;
    }

    /** Returns the bounds as text, such as "+3" or "+1 to +3". */
    @Override
    public String toString() {
        return isExact() ? text(lower) : text(lower) + " to " + text(upper);
    }

    private static String text(int margin) {
        return margin > 0 ? "+" + margin : Integer.toString(margin);
    }
}

package dev.tengen.solve;

import dev.tengen.board.InvalidValueException;

/**
 * What a margin lies between: Black's area less White's, without komi.
 *
 * @param lower the least it can be
 * @param upper the greatest it can be
 */
public record Bounds(int lower, int upper) {
    /** Throws {@link IllegalArgumentException} where there is nothing between the two. */
    public Bounds {
        if (lower > upper) {
            throw InvalidValueException.not("lower", lower, "at most the upper bound " + upper);
        }
    }

    /** Returns bounds that leave one margin. */
    static Bounds exactly(int margin) {
        return new Bounds(margin, margin);
    }

    /** Returns whether only one margin is left. */
    public boolean isExact() {
        return lower == upper;
    }

    /** Returns these bounds as text: "+3", or "+1 to +3". */
    @Override
    public String toString() {
        return isExact() ? text(lower) : text(lower) + " to " + text(upper);
    }

    private static String text(int margin) {
        return margin > 0 ? "+" + margin : Integer.toString(margin);
    }
}

package dev.tengen.client.env;

/** A color of a player or of a stone. */
public enum Color {
    /** No color: an empty point, a point that belongs to neither player, or no winner. */
    NONE(0),
    /** Black. */
    BLACK(1),
    /** White. */
    WHITE(2);

    private static final Color[] VALUES = values();

    private final int number;

    Color(int number) {
        this.number = number;
    }

    /**
     * Returns the color with this number.
     *
     * @param number 0 for none, 1 for Black, 2 for White, as in the bytes of boards and owners
     * @throws ArrayIndexOutOfBoundsException if {@code number} is outside [0, 2]
     */
    public static Color of(int number) {
        return VALUES[number];
    }

    /** Returns the number of this color: 0 for none, 1 for Black, 2 for White. */
    public int number() {
        return number;
    }
}

package dev.tengen.client;

/** A color, of a player or of a stone. */
public enum Color {
    /** No color: an empty point, nobody's point, or no winner. */
    NONE,
    /** Black. */
    BLACK,
    /** White. */
    WHITE;

    private static final Color[] VALUES = values();

    /** Returns the color that a byte of a board or of owners means: 0, 1 or 2. */
    static Color of(byte number) {
        return VALUES[number];
    }
}

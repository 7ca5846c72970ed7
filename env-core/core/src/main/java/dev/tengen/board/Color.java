package dev.tengen.board;

import dev.tengen.base.InvalidValueException;

/**
 * The colors of points and of players, as plain ints that hot code can compare and use as indices.
 *
 * <p>The wire format uses the same numbers: an {@code owner} or {@code board} byte holds one of them.
 */
public final class Color {
    /** No stone; as a winner: a tie. */
    public static final int EMPTY = 0;

    /** Black, who moves first unless a setup says otherwise. */
    public static final int BLACK = 1;

    /** White, who receives komi. */
    public static final int WHITE = 2;

    private Color() {}

    /** Returns the other player's color; {@code color} must be {@link #BLACK} or {@link #WHITE}. */
    public static int opponent(int color) {
        assert isPlayer(color) : "no player has color " + color;
        return BLACK + WHITE - color;
    }

    /** Returns whether {@code color} is {@link #BLACK} or {@link #WHITE}. */
    public static boolean isPlayer(int color) {
        return color == BLACK || color == WHITE;
    }

    /**
     * Returns {@code color} if it is {@link #BLACK} or {@link #WHITE}.
     *
     * @throws IllegalArgumentException if it is any other value
     */
    public static int requirePlayer(int color) {
        if (!isPlayer(color)) {
            throw InvalidValueException.not("color", color, "1 (Black) or 2 (White)");
        }
        return color;
    }

    /** Returns "Black", "White" or "empty". */
    public static String name(int color) {
        return switch (color) {
            case BLACK -> "Black";
            case WHITE -> "White";
            default -> "empty";
        };
    }
}

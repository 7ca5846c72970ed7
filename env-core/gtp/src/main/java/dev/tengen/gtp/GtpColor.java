package dev.tengen.gtp;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import java.util.Locale;

/** Converts between colors and their names in the protocol. */
public final class GtpColor {
    private GtpColor() {}

    /**
     * Returns the color called {@code name}: b, black, w or white in any case.
     *
     * @throws InvalidValueException if it is no color
     */
    public static int parse(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "b", "black" -> Color.BLACK;
            case "w", "white" -> Color.WHITE;
            default -> throw InvalidValueException.not("color", "\"" + name + "\"", "one of [b, black, w, white]");
        };
    }

    /**
     * Returns the name of {@code color}, "black" or "white".
     *
     * @throws IllegalArgumentException if it is neither
     */
    public static String name(int color) {
        return Color.requirePlayer(color) == Color.BLACK ? "black" : "white";
    }
}

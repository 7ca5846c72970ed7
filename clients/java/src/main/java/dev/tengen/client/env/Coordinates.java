package dev.tengen.client.env;

import java.util.Locale;

/**
 * Names of actions as players write them: a letter for the column, without I, and the number of the row, from 1 at the
 * bottom. "A1" is the lower left corner, and the action 0 is the upper left one. Thread-safe.
 */
public final class Coordinates {
    private static final String COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
    private static final String PASS = "pass";
    private static final int RESIGN = -2;

    private Coordinates() {}

    /**
     * Returns the action with a name, {@code row * width + column}, or {@code width * height} for the pass.
     *
     * @param name a point such as "D4", or "pass"; case does not matter
     * @param width points in a row, 1 to 25
     * @param height points in a column, 1 to 25
     * @throws IllegalArgumentException if the board has no such point, or a size is out of range
     */
    public static int action(String name, int width, int height) {
        requireSize(width, height);
        String text = name.strip().toUpperCase(Locale.ROOT);
        if (text.equals("PASS")) {
            return width * height;
        }
        if (text.matches("[A-HJ-Z][1-9][0-9]?")) {
            int column = COLUMNS.indexOf(text.charAt(0));
            int row = height - Integer.parseInt(text.substring(1));
            if (column < width && row >= 0) {
                return row * width + column;
            }
        }
        throw new IllegalArgumentException(
                "name \"" + name + "\" is neither a point from A1 to " + name(width - 1, width, height) + " nor pass");
    }

    /**
     * Returns the name of an action: a point such as "D4", "pass" or "resign".
     *
     * @param action a point, {@code width * height} for the pass, or -2 for the resignation
     * @param width points in a row, 1 to 25
     * @param height points in a column, 1 to 25
     * @throws IllegalArgumentException if there is no such action, or a size is out of range
     */
    public static String name(int action, int width, int height) {
        requireSize(width, height);
        int pass = width * height;
        if (action == RESIGN) {
            return "resign";
        }
        if (action < 0 || action > pass) {
            throw new IllegalArgumentException("action " + action + " is outside [0, " + pass + "] and not -2");
        }
        return action == pass ? PASS : COLUMNS.charAt(action % width) + Integer.toString(height - action / width);
    }

    private static void requireSize(int width, int height) {
        requireWithin("width", width);
        requireWithin("height", height);
    }

    private static void requireWithin(String name, int size) {
        if (size < 1 || size > COLUMNS.length()) {
            throw new IllegalArgumentException(name + " " + size + " is outside [1, " + COLUMNS.length() + "]");
        }
    }
}

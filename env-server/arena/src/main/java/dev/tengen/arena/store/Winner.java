package dev.tengen.arena.store;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;

/** The winner of a game. */
public enum Winner {
    /** Black won. */
    BLACK(Color.BLACK),
    /** White won. */
    WHITE(Color.WHITE),
    /** A draw: both players get half a point. */
    DRAW(Color.EMPTY),
    /** The game is void and does not count. */
    VOID(Color.EMPTY);

    private final int color;

    Winner(int color) {
        this.color = color;
    }

    /**
     * Returns the winner of a game that counts. {@link Color#EMPTY} is a draw.
     *
     * @throws InvalidValueException if {@code color} is not a color
     */
    public static Winner of(int color) {
        return switch (color) {
            case Color.BLACK -> BLACK;
            case Color.WHITE -> WHITE;
            case Color.EMPTY -> DRAW;
            default -> throw InvalidValueException.not("winner", color, "0 (a draw), 1 (Black) or 2 (White)");
        };
    }

    /** Returns the result as game records write it, without a margin: "B+", "W+", "Draw" or "Void". */
    String resultText() {
        return switch (this) {
            case BLACK -> "B+";
            case WHITE -> "W+";
            case DRAW -> "Draw";
            case VOID -> "Void";
        };
    }

    /** Returns the winner's color; {@link Color#EMPTY} for none. */
    public int color() {
        return color;
    }
}

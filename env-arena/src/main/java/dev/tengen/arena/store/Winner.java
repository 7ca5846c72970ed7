package dev.tengen.arena.store;

import dev.tengen.board.Color;
import dev.tengen.board.InvalidValueException;

/** Who won a game. */
public enum Winner {
    /** Black did. */
    BLACK(Color.BLACK),
    /** White did. */
    WHITE(Color.WHITE),
    /** Neither did, and both have half a point. */
    DRAW(Color.EMPTY),
    /** The game says nothing about its players and does not count. */
    VOID(Color.EMPTY);

    private final int color;

    Winner(int color) {
        this.color = color;
    }

    /** Returns the winner of a game that counts: {@code color}'s player, or nobody where it is {@link Color#EMPTY}. */
    public static Winner of(int color) {
        return switch (color) {
            case Color.BLACK -> BLACK;
            case Color.WHITE -> WHITE;
            case Color.EMPTY -> DRAW;
            default -> throw InvalidValueException.not("winner", color, "0 (a draw), 1 (Black) or 2 (White)");
        };
    }

    /** Returns the winner's color, {@link Color#EMPTY} for neither. */
    public int color() {
        return color;
    }
}

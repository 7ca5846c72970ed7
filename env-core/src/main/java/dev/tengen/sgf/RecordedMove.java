package dev.tengen.sgf;

import dev.tengen.board.Color;

/**
 * A move as a game record tells it: who moved, and where. Nobody has checked that it is legal.
 *
 * @param color {@link Color#BLACK} or {@link Color#WHITE}
 * @param move a point of the record's grid, or its pass
 */
public record RecordedMove(int color, int move) {
    /**
     * Makes a move.
     *
     * @throws IllegalArgumentException if {@code color} is no player's or {@code move} is negative
     */
    public RecordedMove {
        Color.requirePlayer(color);
        if (move < 0) {
            throw new IllegalArgumentException("move " + move + " is negative");
        }
    }
}

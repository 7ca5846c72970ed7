package dev.tengen.sgf;

import dev.tengen.board.Color;

/**
 * A recorded move: its player and its point. It may be illegal.
 *
 * @param color {@link Color#BLACK} or {@link Color#WHITE}
 * @param move a point of the record's grid, or its pass
 */
public record RecordedMove(int color, int move) {
    /**
     * Creates a move.
     *
     * @throws IllegalArgumentException if {@code color} is neither Black nor White, or {@code move} is negative
     */
    public RecordedMove {
        Color.requirePlayer(color);
        if (move < 0) {
            throw new IllegalArgumentException("move " + move + " is negative");
        }
    }
}

package dev.tengen.analysis;

import dev.tengen.game.Game;

/**
 * An analysis as one number for each point, to be laid over a board. Where a number belongs to a color it is positive for
 * Black and negative for White.
 *
 * <p>An instance keeps scratch space of its own, so it is not thread-safe.
 */
public interface Overlay {
    /** Returns what the numbers are. */
    OverlaySpec spec();

    /** Writes the number of each point of the present position of {@code game} to {@code values}, from index 0 on. */
    void write(Game game, int[] values);

    /** Returns the numbers of the points of the present position of {@code game} in a new array. */
    default int[] values(Game game) {
        int[] values = new int[game.grid().pointCount()];
        write(game, values);
        return values;
    }
}

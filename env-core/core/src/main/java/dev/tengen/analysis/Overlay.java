package dev.tengen.analysis;

import dev.tengen.game.Game;

/**
 * An analysis with one number for each point, to be displayed over a board. A number that belongs to a color is
 * positive for Black and negative for White.
 *
 * <p>An instance keeps its own scratch space, so it is not thread-safe.
 */
public interface Overlay {
    /** Returns the name and meaning of the numbers. */
    OverlaySpec spec();

    /** Writes the number of each point of the current position of {@code game} into {@code values}, from index 0. */
    void write(Game game, int[] values);

    /** Returns the numbers of the points of the current position of {@code game} in a new array. */
    default int[] values(Game game) {
        int[] values = new int[game.grid().pointCount()];
        write(game, values);
        return values;
    }
}

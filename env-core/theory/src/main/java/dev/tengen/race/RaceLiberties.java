package dev.tengen.race;

import dev.tengen.board.Color;
import dev.tengen.board.PointSet;

/**
 * The points that a race is fought over. The sets must not be changed.
 *
 * @param blackExternal liberties of Black's essential chain alone that White can fill without an approach move
 * @param whiteExternal liberties of White's essential chain alone that Black can fill without an approach move
 * @param shared liberties of both essential chains
 * @param blackEye the points of Black's eyes, empty or with white stones
 * @param whiteEye the points of White's eyes, empty or with black stones
 * @param blackComplex the empty points of the other regions beside Black's essential chain
 * @param whiteComplex the empty points of the other regions beside White's essential chain
 */
public record RaceLiberties(
        PointSet blackExternal,
        PointSet whiteExternal,
        PointSet shared,
        PointSet blackEye,
        PointSet whiteEye,
        PointSet blackComplex,
        PointSet whiteComplex) {
    /**
     * Returns the liberties of only the essential chain of {@code color} that can be filled without an approach move.
     */
    public PointSet external(int color) {
        return color == Color.BLACK ? blackExternal : whiteExternal;
    }

    /** Returns the points of the eyes of {@code color}, empty or with enemy stones. */
    public PointSet eye(int color) {
        return color == Color.BLACK ? blackEye : whiteEye;
    }

    /** Returns the empty points of the regions of {@code color} whose value is more than a count of liberties. */
    public PointSet complex(int color) {
        return color == Color.BLACK ? blackComplex : whiteComplex;
    }
}

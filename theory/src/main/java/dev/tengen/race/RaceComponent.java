package dev.tengen.race;

import dev.tengen.board.PointSet;
import dev.tengen.cgt.Dyadic;
import dev.tengen.cgt.Thermograph;

/**
 * A region beside one essential chain, and what it is worth in liberties: to Black if it is Black's, else the negative of
 * what it is worth to White.
 *
 * @param owner the color of the essential chain
 * @param isEye whether the region is an eye
 * @param points the empty points of the region; must not be changed
 * @param value the worth in the notation of {@link dev.tengen.cgt.GameUniverse#parse}
 * @param cooled the worth cooled by 2, since a move that fills a liberty elsewhere is worth 2 to both together
 * @param thermograph the thermograph of the value
 */
public record RaceComponent(
        int owner, boolean isEye, PointSet points, String value, String cooled, Thermograph thermograph) {
    /** Returns the least of the points, by which the region is called. */
    public int point() {
        return points.first();
    }

    /** Returns the temperature of the value; that of an integer is −1. */
    public Dyadic temperature() {
        return thermograph.temperature();
    }

    /** Returns the mean of the value. */
    public Dyadic mean() {
        return thermograph.mean();
    }
}

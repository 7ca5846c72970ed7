package dev.tengen.race;

import dev.tengen.board.PointSet;
import dev.tengen.cgt.Dyadic;
import dev.tengen.cgt.Thermograph;

/**
 * A region beside one essential chain, and its value in liberties. The value is positive if the chain is Black's and
 * negative if it is White's.
 *
 * @param owner the color of the essential chain
 * @param isEye whether the region is an eye
 * @param points the empty points of the region; must not be changed
 * @param value the value in the notation of {@link dev.tengen.cgt.GameUniverse#parse}
 * @param cooled the value cooled by 2, because filling a liberty elsewhere gains 1 for each player, 2 in total
 * @param thermograph the thermograph of the value
 */
public record RaceComponent(
        int owner, boolean isEye, PointSet points, String value, String cooled, Thermograph thermograph) {
    /** Returns the smallest of the points, which identifies the region. */
    public int point() {
        return points.first();
    }

    /** Returns the temperature of the value; −1 for an integer. */
    public Dyadic temperature() {
        return thermograph.temperature();
    }

    /** Returns the mean of the value. */
    public Dyadic mean() {
        return thermograph.mean();
    }
}

package dev.tengen.cgt;

/**
 * The thermograph of a game: its value to each player if each move costs a tax equal to the temperature.
 *
 * <p>If the tax is so high that neither player wants to move, the two walls coincide in the mast.
 *
 * @param left the value at each tax if Left moves first, from the left stop up to the mast
 * @param right the value at each tax if Right moves first
 * @param mean the value of the mast, which is the average value of many copies of the game
 * @param temperature the temperature at which the mast begins, at least 0; −1/d for a number with denominator d
 */
public record Thermograph(ThermographWall left, ThermographWall right, Dyadic mean, Dyadic temperature) {
    /** Returns the thermograph of a number, which is only a mast. */
    static Thermograph of(Dyadic number) {
        ThermographWall mast = ThermographWall.vertical(number);
        return new Thermograph(mast, mast, number, new Dyadic(-1, number.exponent()));
    }

    /**
     * Returns the thermograph with the given scaffolds. The scaffold of a player is the value of its best move, less
     * the tax for it.
     */
    static Thermograph of(ThermographWall leftScaffold, ThermographWall rightScaffold) {
        Dyadic temperature = ThermographWall.joinTemperature(leftScaffold, rightScaffold);
        ThermographWall left = leftScaffold.withMastFrom(temperature);
        ThermographWall right = rightScaffold.withMastFrom(temperature);
        return new Thermograph(left, right, left.at(temperature), temperature);
    }
}

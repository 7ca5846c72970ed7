package dev.tengen.cgt;

/**
 * The thermograph of a game: what the game is worth to either player when each move costs a tax of the temperature.
 *
 * <p>Where the tax is so high that nobody wants to move, the walls join in the mast.
 *
 * @param left what the game is worth, at each tax, if Left begins; from the left stop up to the mast
 * @param right what it is worth if Right begins
 * @param mean where the mast stands; what many copies of the game are worth on average
 * @param temperature where the mast begins, at least 0; for a number with denominator d it is −1/d
 */
public record Thermograph(ThermographWall left, ThermographWall right, Dyadic mean, Dyadic temperature) {
    /** Returns the thermograph of a number: a mast and nothing else. */
    static Thermograph of(Dyadic number) {
        ThermographWall mast = ThermographWall.upright(number);
        return new Thermograph(mast, mast, number, new Dyadic(-1, number.exponent()));
    }

    /**
     * Returns the thermograph that grows from scaffolds, which lean towards each other: the value of each player's best
     * move, less the tax for it.
     */
    static Thermograph of(ThermographWall leftScaffold, ThermographWall rightScaffold) {
        Dyadic temperature = ThermographWall.meeting(leftScaffold, rightScaffold);
        ThermographWall left = leftScaffold.withMastFrom(temperature);
        ThermographWall right = rightScaffold.withMastFrom(temperature);
        return new Thermograph(left, right, left.at(temperature), temperature);
    }
}

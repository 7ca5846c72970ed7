package dev.tengen.arena.rating;

/**
 * The Elo scale: a player who is 400 stronger is expected to have ten points for each of the other's.
 *
 * <p>All functions are those of {@link StrictMath}, which are the same on every machine.
 */
public final class Elo {
    /** How many Elo a natural unit of strength is, one in which the odds are e to 1. */
    static final double PER_UNIT = 400 / StrictMath.log(10);

    private Elo() {}

    /** Returns the expected points, from 0 to 1, in a game against somebody who is {@code difference} weaker. */
    public static double expectedPoints(double difference) {
        return 1 / (1 + StrictMath.exp(-difference / PER_UNIT));
    }

    /** Returns by how much a player is stronger whose expected points are {@code points}, above 0 and below 1. */
    public static double difference(double points) {
        assert points > 0 && points < 1 : "points " + points + " are not between 0 and 1";
        return PER_UNIT * StrictMath.log(points / (1 - points));
    }
}

package dev.tengen.arena.rating;

/**
 * The Elo scale: a player that is 400 stronger is expected to score ten points for each point of the opponent.
 *
 * <p>Uses {@link StrictMath}, so results are the same on every machine.
 */
public final class Elo {
    /** The Elo of one natural unit of strength, in which the odds are e to 1. */
    static final double PER_UNIT = 400 / StrictMath.log(10);

    private Elo() {}

    /** Returns the expected points, from 0 to 1, against an opponent that is {@code difference} weaker. */
    public static double expectedPoints(double difference) {
        return 1 / (1 + StrictMath.exp(-difference / PER_UNIT));
    }

    /** Returns the rating difference for expected points of {@code points}, above 0 and below 1. */
    public static double difference(double points) {
        assert points > 0 && points < 1 : "points " + points + " are not between 0 and 1";
        return PER_UNIT * StrictMath.log(points / (1 - points));
    }
}

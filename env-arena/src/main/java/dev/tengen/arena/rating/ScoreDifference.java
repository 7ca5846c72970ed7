package dev.tengen.arena.rating;

import java.util.List;
import java.util.Optional;
import org.hipparchus.distribution.continuous.NormalDistribution;

/**
 * The difference in strength of two players by the scores of their games or pairs alone, with its interval.
 *
 * <p>The interval follows from the variance of the scores, by the normal approximation on the scale of Elo. One artificial
 * observation, half without points and half with all, keeps both finite if all scores are equal. The interval is that of a match
 * of fixed length; a sequential test stops when the difference looks large, so it is somewhat optimistic there.
 *
 * @param elo the difference in Elo; positive if the first player scored more than half
 * @param interval the confidence interval of {@code elo}
 * @param normalizedElo the mean score above one half in standard deviations of a game, times 800 / log(10) (M. Van den Bergh,
 *     "Normalized Elo", as in Fishtest). Unlike Elo, it does not depend on how often games are drawn
 * @param normalizedInterval the confidence interval of {@code normalizedElo}
 */
public record ScoreDifference(double elo, Interval interval, double normalizedElo, Interval normalizedInterval) {
    /** The probability that the intervals contain the true differences. */
    public static final double CONFIDENCE = 0.95;

    private static final double QUANTILE = new NormalDistribution().inverseCumulativeProbability((1 + CONFIDENCE) / 2);

    /** The normalized Elo of a mean that is one standard deviation above one half. */
    private static final double NORMALIZED_PER_DEVIATION = 2 * Elo.PER_UNIT;

    private static final double ARTIFICIAL_COUNT = 0.5;

    /**
     * Returns the difference by the observations of a test; empty if there are none.
     *
     * @param unit what an observation is
     * @param counts the number of each score, in equal steps from none to all points
     */
    static Optional<ScoreDifference> of(SprtSpec.Unit unit, List<Long> counts) {
        if (counts.stream().allMatch(count -> count == 0)) {
            return Optional.empty();
        }
        double[] weights = counts.stream().mapToDouble(Long::doubleValue).toArray();
        weights[0] += ARTIFICIAL_COUNT;
        weights[weights.length - 1] += ARTIFICIAL_COUNT;
        double total = 0;
        double sum = 0;
        for (int score = 0; score < weights.length; score++) {
            total += weights[score];
            sum += weights[score] * score / (weights.length - 1);
        }
        double mean = sum / total;
        double squares = 0;
        for (int score = 0; score < weights.length; score++) {
            double above = (double) score / (weights.length - 1) - mean;
            squares += weights[score] * above * above;
        }
        return Optional.of(of(mean, StrictMath.sqrt(squares / total), total, unit.gameCount()));
    }

    /** Returns the difference for {@code count} observations of {@code gameCount} games each. */
    private static ScoreDifference of(double mean, double deviation, double count, int gameCount) {
        double error = QUANTILE * deviation / StrictMath.sqrt(count);
        double elo = Elo.difference(mean);
        double eloError = error * Elo.PER_UNIT / (mean * (1 - mean));
        double gameDeviation = deviation * StrictMath.sqrt(gameCount);
        double normalized = NORMALIZED_PER_DEVIATION * (mean - 0.5) / gameDeviation;
        double normalizedError = NORMALIZED_PER_DEVIATION * error / gameDeviation;
        return new ScoreDifference(
                elo,
                new Interval(elo - eloError, elo + eloError),
                normalized,
                new Interval(normalized - normalizedError, normalized + normalizedError));
    }
}

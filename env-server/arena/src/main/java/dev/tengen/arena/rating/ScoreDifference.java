package dev.tengen.arena.rating;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.hipparchus.distribution.continuous.NormalDistribution;

/**
 * The difference in strength of two players by the scores of their games or pairs alone, with its interval.
 *
 * <p>The interval follows from the variance of the scores, by the normal approximation on the scale of Elo. One
 * artificial observation, half without points and half with all, keeps both finite if all scores are equal. The
 * interval is that of a match of fixed length; a sequential test stops when the difference looks large, so it is
 * somewhat optimistic there.
 *
 * @param elo the difference in Elo; positive if the first player scored more than half
 * @param interval the confidence interval of {@code elo}
 * @param normalizedElo the mean score above one half in standard deviations of a game, times 800 / log(10) (M. Van den
 *     Bergh, "Normalized Elo"). Unlike Elo, it does not depend on how often games are drawn
 * @param normalizedInterval the confidence interval of {@code normalizedElo}
 * @param plainNormalizedElo the normalized Elo of the scores alone, without the artificial observation, close to what
 *     Fishtest reports; empty if all scores are equal
 */
public record ScoreDifference(
        double elo,
        Interval interval,
        double normalizedElo,
        Interval normalizedInterval,
        OptionalDouble plainNormalizedElo) {
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
        double[] scores = counts.stream().mapToDouble(Long::doubleValue).toArray();
        double[] weights = scores.clone();
        weights[0] += ARTIFICIAL_COUNT;
        weights[weights.length - 1] += ARTIFICIAL_COUNT;
        Moments plain = Moments.of(scores);
        OptionalDouble plainNormalizedElo = plain.deviation() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(normalizedElo(plain, unit.gameCount()));
        return Optional.of(of(Moments.of(weights), unit.gameCount(), plainNormalizedElo));
    }

    /** Returns the difference by observations of {@code gameCount} games each. */
    private static ScoreDifference of(Moments moments, int gameCount, OptionalDouble plainNormalizedElo) {
        double mean = moments.mean();
        double error = QUANTILE * moments.deviation() / StrictMath.sqrt(moments.total());
        double elo = Elo.difference(mean);
        double eloError = error * Elo.PER_UNIT / (mean * (1 - mean));
        double normalized = normalizedElo(moments, gameCount);
        double normalizedError = NORMALIZED_PER_DEVIATION * error / (moments.deviation() * StrictMath.sqrt(gameCount));
        return new ScoreDifference(
                elo,
                new Interval(elo - eloError, elo + eloError),
                normalized,
                new Interval(normalized - normalizedError, normalized + normalizedError),
                plainNormalizedElo);
    }

    private static double normalizedElo(Moments moments, int gameCount) {
        double gameDeviation = moments.deviation() * StrictMath.sqrt(gameCount);
        return NORMALIZED_PER_DEVIATION * (moments.mean() - 0.5) / gameDeviation;
    }

    /** The number, the mean and the standard deviation of scores between 0 and 1. */
    private record Moments(double total, double mean, double deviation) {
        /** Returns those of scores in equal steps from 0 to 1 with weights. */
        private static Moments of(double[] weights) {
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
            return new Moments(total, mean, StrictMath.sqrt(squares / total));
        }
    }
}

package dev.tengen.arena.rating;

import dev.tengen.base.InvalidValueException;
import org.hipparchus.distribution.continuous.NormalDistribution;

/**
 * The hypotheses of a sequential probability ratio test: the candidate is stronger than its opponent by {@code elo0} or
 * by {@code elo1}.
 *
 * @param elo0 the null hypothesis in Elo, at least −1000
 * @param elo1 the alternative hypothesis in Elo, at least 0.5 above {@code elo0}, at most 1000
 * @param alpha the probability of accepting {@code elo1} if {@code elo0} is true, in [0.001, 0.25]
 * @param beta the probability of accepting {@code elo0} if {@code elo1} is true, in [0.001, 0.25]
 * @param unit the unit of observation
 */
public record SprtSpec(double elo0, double elo1, double alpha, double beta, Unit unit) {
    /** The default of {@code alpha} and {@code beta}. */
    public static final double DEFAULT_ERROR = 0.05;

    private static final double MAX_ELO = 1000;
    private static final double SMALLEST_STEP = 0.5;
    private static final double SMALLEST_ERROR = 0.001;
    private static final double LARGEST_ERROR = 0.25;

    /** The maximum number of observations, as a multiple of the length of a fixed-length test. */
    private static final double MAX_LENGTH_FACTOR = 10;

    /**
     * Creates a test.
     *
     * @throws InvalidValueException if a value is out of range
     */
    public SprtSpec {
        InvalidValueException.requireWithin("elo0", elo0, -MAX_ELO, MAX_ELO - SMALLEST_STEP);
        InvalidValueException.requireWithin("elo1", elo1, elo0 + SMALLEST_STEP, MAX_ELO);
        InvalidValueException.requireWithin("alpha", alpha, SMALLEST_ERROR, LARGEST_ERROR);
        InvalidValueException.requireWithin("beta", beta, SMALLEST_ERROR, LARGEST_ERROR);
    }

    /** Creates a test over pairs of games with both error probabilities at 5 %. */
    public SprtSpec(double elo0, double elo1) {
        this(elo0, elo1, DEFAULT_ERROR, DEFAULT_ERROR, Unit.PAIR);
    }

    /** Returns the log-likelihood ratio at or below which {@code elo0} is accepted: log(beta / (1 − alpha)). */
    public double lowerBound() {
        return StrictMath.log(beta / (1 - alpha));
    }

    /** Returns the log-likelihood ratio at or above which {@code elo1} is accepted: log((1 − beta) / alpha). */
    public double upperBound() {
        return StrictMath.log((1 - beta) / alpha);
    }

    /**
     * Returns the number of observations after which the test is given up: ten times the length of a fixed-length test
     * with the same error probabilities and the largest possible variance.
     */
    public long maxObservations() {
        NormalDistribution normal = new NormalDistribution();
        double deviations = -normal.inverseCumulativeProbability(alpha) - normal.inverseCumulativeProbability(beta);
        double largestDeviation = 0.5; // Of a score from 0 to 1.
        double step = Elo.expectedPoints(elo1) - Elo.expectedPoints(elo0);
        double fixedLength = deviations * largestDeviation / step;
        return (long) Math.ceil(MAX_LENGTH_FACTOR * fixedLength * fixedLength);
    }

    /** The unit of observation. */
    public enum Unit {
        /** Two games from one opening with colors swapped: 0 to 2 points in halves, the pentanomial test. */
        PAIR(5, 2),
        /** A single game: 0, ½ or 1 point, the trinomial test. */
        GAME(3, 1);

        private final int scoreCount;
        private final int gameCount;

        Unit(int scoreCount, int gameCount) {
            this.scoreCount = scoreCount;
            this.gameCount = gameCount;
        }

        /** Returns the number of games of an observation. */
        public int gameCount() {
            return gameCount;
        }

        /** Returns the number of possible scores. */
        public int scoreCount() {
            return scoreCount;
        }
    }
}

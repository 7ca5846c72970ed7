package dev.tengen.arena.rating;

import dev.tengen.board.InvalidValueException;
import org.hipparchus.distribution.continuous.NormalDistribution;

/**
 * What a sequential test is to decide: whether a candidate is stronger than its opponent by {@code elo1} or by {@code
 * elo0} only.
 *
 * @param elo0 the difference in Elo that is not enough, at least −1000
 * @param elo1 the difference that is, by 0.5 or more above {@code elo0}, at most 1000
 * @param alpha how often a candidate of {@code elo0} may pass, in [0.001, 0.25]
 * @param beta how often a candidate of {@code elo1} may fail, in [0.001, 0.25]
 * @param unit what counts as one observation
 */
public record SprtSpec(double elo0, double elo1, double alpha, double beta, Unit unit) {
    /** The default of {@code alpha} and {@code beta}. */
    public static final double DEFAULT_ERROR = 0.05;

    private static final double MAX_ELO = 1000;
    private static final double SMALLEST_STEP = 0.5;
    private static final double SMALLEST_ERROR = 0.001;
    private static final double LARGEST_ERROR = 0.25;

    /** How many times as many observations as in a test of fixed length are played before it is given up. */
    private static final double PATIENCE = 10;

    /** Makes a test. Throws {@link InvalidValueException} if a value is out of its range. */
    public SprtSpec {
        if (!(elo0 >= -MAX_ELO && elo0 <= MAX_ELO - SMALLEST_STEP)) {
            throw InvalidValueException.outside("elo0", elo0, -MAX_ELO, MAX_ELO - SMALLEST_STEP);
        }
        if (!(elo1 >= elo0 + SMALLEST_STEP && elo1 <= MAX_ELO)) {
            throw InvalidValueException.outside("elo1", elo1, elo0 + SMALLEST_STEP, MAX_ELO);
        }
        requireError("alpha", alpha);
        requireError("beta", beta);
    }

    private static void requireError(String field, double value) {
        if (!(value >= SMALLEST_ERROR && value <= LARGEST_ERROR)) {
            throw InvalidValueException.outside(field, value, SMALLEST_ERROR, LARGEST_ERROR);
        }
    }

    /** Makes a test over pairs of games with both errors at 5 %. */
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
     * Returns after how many observations a test without a decision is given up: ten times as many as a test of fixed
     * length with the same errors takes where scores vary as much as they can.
     */
    public long maxObservations() {
        NormalDistribution normal = new NormalDistribution();
        double deviations = -normal.inverseCumulativeProbability(alpha) - normal.inverseCumulativeProbability(beta);
        double largestDeviation = 0.5; // Of a score from 0 to 1.
        double step = Elo.expectedPoints(elo1) - Elo.expectedPoints(elo0);
        double fixedLength = deviations * largestDeviation / step;
        return (long) Math.ceil(PATIENCE * fixedLength * fixedLength);
    }

    /** What counts as one observation. */
    public enum Unit {
        /** Two games from one opening with colors swapped: 0 to 2 points in halves, the pentanomial test. */
        PAIR(5),
        /** A game on its own: 0, ½ or 1 point, the trinomial test. */
        GAME(3);

        private final int scoreCount;

        Unit(int scoreCount) {
            this.scoreCount = scoreCount;
        }

        /** Returns how many scores are possible. */
        public int scoreCount() {
            return scoreCount;
        }
    }
}

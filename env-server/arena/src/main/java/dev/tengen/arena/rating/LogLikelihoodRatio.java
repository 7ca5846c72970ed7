package dev.tengen.arena.rating;

import java.util.Arrays;
import java.util.List;
import org.hipparchus.analysis.UnivariateFunction;
import org.hipparchus.analysis.solvers.BracketingNthOrderBrentSolver;

/**
 * The log-likelihood ratio (LLR) of the sequential probability ratio test (SPRT): of two hypotheses about the mean of
 * scores.
 */
final class LogLikelihoodRatio {
    /*
     * The generalized sequential probability ratio test for a distribution on known scores a_1 < ... < a_k in [0, 1]
     * (M. Van den Bergh, "A practical introduction to the GSPRT", for the testing of chess engines). With the observed
     * frequencies q, the maximum-likelihood distribution with mean s is
     *
     *     p_i = q_i / (1 + x (a_i - s)),   where x solves   sum_i q_i (a_i - s) / (1 + x (a_i - s)) = 0,
     *
     * and the ratio is N sum_i q_i log(p_i(s1) / p_i(s0)). The sum in the equation decreases with x. Every p_i is at
     * most 1, so 1 + x (a_i - s) is at least q_i, which gives a bracket for x.
     *
     * A prior adds pseudo-observations of the lowest and the highest score, with a mean halfway between the hypotheses.
     * It favors neither hypothesis, and prevents a small variance estimate when the first few scores are equal; without
     * it, short tests err too often (nearly 7 % instead of 5 %). A trace of every other score keeps that score
     * possible.
     */
    private static final double ACCURACY = 1e-13;
    private static final int MAX_EVALUATIONS = 500;

    /** The number of pseudo-observations. */
    private static final double PSEUDO_COUNT = 2;

    private static final double TRACE = 1e-3;

    private final double mean0;
    private final double mean1;

    /** Creates the ratio of the hypothesis {@code mean1} to {@code mean0}, both above 0 and below 1. */
    LogLikelihoodRatio(double mean0, double mean1) {
        this.mean0 = mean0;
        this.mean1 = mean1;
    }

    /** Returns the log-likelihood ratio. {@code counts} has the number of each score, in equal steps from 0 to 1. */
    double of(List<Long> counts) {
        double[] shares = counts.stream().mapToDouble(count -> count + TRACE).toArray();
        double middle = (mean0 + mean1) / 2;
        shares[0] += PSEUDO_COUNT * (1 - middle);
        shares[shares.length - 1] += PSEUDO_COUNT * middle;
        double total = Arrays.stream(shares).sum();
        for (int i = 0; i < shares.length; i++) {
            shares[i] /= total;
        }
        double x0 = tilt(shares, mean0);
        double x1 = tilt(shares, mean1);
        double sum = 0;
        for (int i = 0; i < shares.length; i++) {
            double score = score(i, shares);
            sum += shares[i] * StrictMath.log((1 + x0 * (score - mean0)) / (1 + x1 * (score - mean1)));
        }
        return total * sum;
    }

    /** Returns x of the comment above. */
    private static double tilt(double[] shares, double mean) {
        double low = Double.NEGATIVE_INFINITY;
        double high = Double.POSITIVE_INFINITY;
        for (int i = 0; i < shares.length; i++) {
            double above = score(i, shares) - mean;
            double bound = (shares[i] - 1) / above;
            if (above > 0) {
                low = Math.max(low, bound);
            } else if (above < 0) {
                high = Math.min(high, bound);
            }
        }
        UnivariateFunction slope = x -> slope(shares, mean, x);
        return new BracketingNthOrderBrentSolver(ACCURACY, ACCURACY, 5).solve(MAX_EVALUATIONS, slope, low, high);
    }

    private static double slope(double[] shares, double mean, double x) {
        double sum = 0;
        for (int i = 0; i < shares.length; i++) {
            double above = score(i, shares) - mean;
            sum += shares[i] * above / (1 + x * above);
        }
        return sum;
    }

    private static double score(int number, double[] shares) {
        return (double) number / (shares.length - 1);
    }
}

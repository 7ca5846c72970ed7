package dev.tengen.arena.rating;

import java.util.Arrays;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.CholeskyDecomposition;
import org.hipparchus.linear.DecompositionSolver;
import org.hipparchus.linear.RealMatrix;

/**
 * The maximum-likelihood fit of the Bradley-Terry model: the strengths of the players and of the average player, and
 * the advantage of Black, in natural units.
 */
final class BradleyTerryFit {
    /*
     * Bradley and Terry (1952): the first player's expected points are p = 1 / (1 + exp(-d)), where d is the difference
     * in strength, plus Black's advantage if the game is colored. The fit maximizes the sum over matchups of
     *
     *     points log p + otherPoints log(1 - p),
     *
     * with half a point each for a draw. The sum is strictly concave, since the matchups of the prior connect all
     * players. If no difference changes by more than m, the second derivative p (1 - p) changes by a factor of at most
     * exp(m). So the fraction log(1 + m) / m of a Newton step always increases the sum (Bach, "Self-concordant analysis
     * for logistic regression", 2010); near the maximum it is almost the whole step. Some strengths are fixed: those of
     * anchors, or that of the average player.
     */
    private static final int MAX_STEPS = 200;

    /** The next step would square the error, so it is not taken. */
    private static final double MIN_STEP = 1e-7;

    /**
     * Added to second derivatives, so that steps stay finite where the likelihood is flat. It does not move the
     * maximum.
     */
    private static final double MIN_CURVATURE = 1e-9;

    private final PairwiseScores scores;

    /** The row of each strength in the equations; −1 for fixed strengths. */
    private final int[] rows;

    private final double[][] information;
    private final double[] gradient;

    /** Creates a fit of {@code scores}. Strengths with {@code isFixed} do not change. */
    BradleyTerryFit(PairwiseScores scores, boolean[] isFixed) {
        this.scores = scores;
        rows = new int[isFixed.length];
        int row = 0;
        for (int i = 0; i < isFixed.length; i++) {
            rows[i] = isFixed[i] ? -1 : row++;
        }
        information = new double[row][row];
        gradient = new double[row];
    }

    /**
     * Returns the maximum-likelihood strengths: players, average player, Black's advantage. Starts at {@code start},
     * which has the values of the fixed strengths and is not changed.
     */
    double[] best(double[] start) {
        double[] strengths = start.clone();
        // The loop ends without convergence only where the likelihood is flat, between anchors thousands of Elo apart.
        // There
        // all strengths are about equally likely.
        for (int step = 0; step < MAX_STEPS; step++) {
            derive(strengths);
            double[] change = newtonStep();
            double largest = largestDifference(change);
            if (largest < MIN_STEP) {
                return strengths;
            }
            double part = StrictMath.log1p(largest) / largest;
            for (int i = 0; i < strengths.length; i++) {
                strengths[i] += part * change[i];
            }
        }
        return strengths;
    }

    /** Returns the Newton step of each strength, 0 for fixed strengths. */
    private double[] newtonStep() {
        double[] solution = solver().solve(new ArrayRealVector(gradient, false)).toArray();
        double[] change = new double[rows.length];
        for (int i = 0; i < rows.length; i++) {
            change[i] = rows[i] < 0 ? 0 : solution[rows[i]];
        }
        return change;
    }

    /**
     * Returns the leverage of one game of each matchup on its own expected points at {@code strengths}, from 0 to 1.
     */
    double[] leverages(double[] strengths) {
        derive(strengths);
        RealMatrix inverse = solver().getInverse();
        double[] leverages = new double[scores.size()];
        for (int i = 0; i < leverages.length; i++) {
            PairwiseScores.Matchup matchup = scores.matchup(i);
            ArrayRealVector direction = new ArrayRealVector(gradient.length);
            addTo(direction, rows[matchup.first()], 1);
            addTo(direction, rows[matchup.second()], -1);
            if (matchup.isColored()) {
                addTo(direction, rows[rows.length - 1], 1);
            }
            double odds = StrictMath.exp(-Math.abs(difference(matchup, strengths)));
            leverages[i] = direction.dotProduct(inverse.operate(direction)) * odds / ((1 + odds) * (1 + odds));
        }
        return leverages;
    }

    /**
     * Returns the covariances of the strengths at {@code strengths}, from the curvature of the likelihood. Rows and
     * columns of fixed strengths are 0.
     */
    double[][] covariances(double[] strengths) {
        derive(strengths);
        RealMatrix inverse = solver().getInverse();
        double[][] covariances = new double[rows.length][rows.length];
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < rows.length; j++) {
                covariances[i][j] = rows[i] < 0 || rows[j] < 0 ? 0 : inverse.getEntry(rows[i], rows[j]);
            }
        }
        return covariances;
    }

    private static void addTo(ArrayRealVector direction, int row, double value) {
        if (row >= 0) {
            direction.addToEntry(row, value);
        }
    }

    private DecompositionSolver solver() {
        return new CholeskyDecomposition(new Array2DRowRealMatrix(information, false), 1e-9, 0).getSolver();
    }

    private double largestDifference(double[] strengths) {
        double largest = 0;
        for (int i = 0; i < scores.size(); i++) {
            largest = Math.max(largest, Math.abs(difference(scores.matchup(i), strengths)));
        }
        return largest;
    }

    private static double difference(PairwiseScores.Matchup matchup, double[] strengths) {
        double difference = strengths[matchup.first()] - strengths[matchup.second()];
        return matchup.isColored() ? difference + strengths[strengths.length - 1] : difference;
    }

    /** Computes the gradient of the log-likelihood and its negative second derivatives into the fields. */
    private void derive(double[] strengths) {
        Arrays.fill(gradient, 0);
        for (int row = 0; row < information.length; row++) {
            Arrays.fill(information[row], 0);
            information[row][row] = MIN_CURVATURE;
        }
        for (int i = 0; i < scores.size(); i++) {
            PairwiseScores.Matchup matchup = scores.matchup(i);
            double difference = difference(matchup, strengths);
            double odds = StrictMath.exp(-Math.abs(difference)); // Of the weaker side, at most 1.
            double weaker = odds / (1 + odds);
            double stronger = 1 / (1 + odds);
            double expected = difference < 0 ? weaker : stronger;
            double otherExpected = difference < 0 ? stronger : weaker;
            double points = scores.points(i);
            double otherPoints = scores.otherPoints(i);
            double rest = points * otherExpected - otherPoints * expected;
            addRow(matchup, rest, (points + otherPoints) * weaker * stronger);
        }
    }

    /** Adds a matchup, whose difference in strength is the sum of three strengths with the signs +, − and +. */
    private void addRow(PairwiseScores.Matchup matchup, double rest, double weight) {
        int plus = rows[matchup.first()];
        int minus = rows[matchup.second()];
        int black = matchup.isColored() ? rows[rows.length - 1] : -1;
        add(plus, 1, minus, black, rest, weight);
        add(minus, -1, plus, black, rest, weight);
        if (black >= 0) {
            gradient[black] += rest;
            information[black][black] += weight;
        }
    }

    private void add(int row, int sign, int other, int black, double rest, double weight) {
        if (row < 0) {
            return;
        }
        gradient[row] += sign * rest;
        information[row][row] += weight;
        if (other >= 0) {
            information[row][other] -= weight;
        }
        if (black >= 0) {
            information[row][black] += sign * weight;
            information[black][row] += sign * weight;
        }
    }
}

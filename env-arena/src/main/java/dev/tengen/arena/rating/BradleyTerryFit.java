package dev.tengen.arena.rating;

import java.util.Arrays;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.CholeskyDecomposition;
import org.hipparchus.linear.DecompositionSolver;
import org.hipparchus.linear.RealMatrix;

/**
 * The strengths that make results most likely, in natural units: those of the players, of the average player, and the
 * advantage of Black.
 */
final class BradleyTerryFit {
    /*
     * Bradley and Terry (1952): the first player's expected points are p = 1 / (1 + exp(-d)), where d is the difference in
     * strength, with Black's advantage added if the game is colored. Maximized is the sum over contests of
     *
     *     points log p + otherPoints log(1 - p),
     *
     * with half a point each for a draw. It is strictly concave, as the prior's contests connect everything. The second
     * derivative p (1 - p) changes by a factor of exp(m) at most where no difference changes by more than m, so the part
     * log(1 + m) / m of a Newton step always climbs (Bach, "Self-concordant analysis for logistic regression", 2010), and
     * near the maximum it is nearly all of it. Some strengths are fixed: those of anchors, or that of the average player.
     */
    private static final int MAX_STEPS = 200;

    /** Squared by the next step, which is not taken. */
    private static final double SMALLEST_STEP = 1e-7;

    /** Added to second derivatives, so that steps stay finite where the likelihood is flat. The maximum stays where it is. */
    private static final double LEAST_CURVATURE = 1e-9;

    private final PairwiseScores contests;

    /** The row of each strength in the equations; −1 for those that are fixed. */
    private final int[] rows;

    private final double[][] information;
    private final double[] slope;

    /** Prepares to fit {@code contests}; where {@code isFixed}, strengths stay what they are. */
    BradleyTerryFit(PairwiseScores contests, boolean[] isFixed) {
        this.contests = contests;
        rows = new int[isFixed.length];
        int row = 0;
        for (int i = 0; i < isFixed.length; i++) {
            rows[i] = isFixed[i] ? -1 : row++;
        }
        information = new double[row][row];
        slope = new double[row];
    }

    /**
     * Returns the best strengths: players, average player, Black's advantage. Starts at {@code start}, which holds the
     * values of what is fixed and is left as it is.
     */
    double[] best(double[] start) {
        double[] strengths = start.clone();
        // All steps are taken only where it is flat, between anchors thousands of Elo apart: one place is as good as
        // another.
        for (int step = 0; step < MAX_STEPS; step++) {
            derive(strengths);
            double[] change = newtonStep();
            double largest = largestDifference(change);
            if (largest < SMALLEST_STEP) {
                return strengths;
            }
            double part = StrictMath.log1p(largest) / largest;
            for (int i = 0; i < strengths.length; i++) {
                strengths[i] += part * change[i];
            }
        }
        return strengths;
    }

    /** Returns the change of each strength that Newton's method asks for, 0 for what is fixed. */
    private double[] newtonStep() {
        double[] solution = solver().solve(new ArrayRealVector(slope, false)).toArray();
        double[] change = new double[rows.length];
        for (int i = 0; i < rows.length; i++) {
            change[i] = rows[i] < 0 ? 0 : solution[rows[i]];
        }
        return change;
    }

    /** Returns for each contest how much one game of it moves its own expected points at {@code strengths}, from 0 to 1. */
    double[] leverages(double[] strengths) {
        derive(strengths);
        RealMatrix inverse = solver().getInverse();
        double[] leverages = new double[contests.size()];
        for (int i = 0; i < leverages.length; i++) {
            PairwiseScores.Contest contest = contests.contest(i);
            ArrayRealVector direction = new ArrayRealVector(slope.length);
            addTo(direction, rows[contest.first()], 1);
            addTo(direction, rows[contest.second()], -1);
            if (contest.isColored()) {
                addTo(direction, rows[rows.length - 1], 1);
            }
            double odds = StrictMath.exp(-Math.abs(difference(contest, strengths)));
            leverages[i] = direction.dotProduct(inverse.operate(direction)) * odds / ((1 + odds) * (1 + odds));
        }
        return leverages;
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
        for (int i = 0; i < contests.size(); i++) {
            largest = Math.max(largest, Math.abs(difference(contests.contest(i), strengths)));
        }
        return largest;
    }

    private static double difference(PairwiseScores.Contest contest, double[] strengths) {
        double difference = strengths[contest.first()] - strengths[contest.second()];
        return contest.isColored() ? difference + strengths[strengths.length - 1] : difference;
    }

    /** Leaves the slope of the likelihood's logarithm and its negative second derivatives in the fields. */
    private void derive(double[] strengths) {
        Arrays.fill(slope, 0);
        for (int row = 0; row < information.length; row++) {
            Arrays.fill(information[row], 0);
            information[row][row] = LEAST_CURVATURE;
        }
        for (int i = 0; i < contests.size(); i++) {
            PairwiseScores.Contest contest = contests.contest(i);
            double difference = difference(contest, strengths);
            double odds = StrictMath.exp(-Math.abs(difference)); // Of the weaker side, at most 1.
            double weaker = odds / (1 + odds);
            double stronger = 1 / (1 + odds);
            double expected = difference < 0 ? weaker : stronger;
            double otherExpected = difference < 0 ? stronger : weaker;
            double points = contests.points(i);
            double otherPoints = contests.otherPoints(i);
            double rest = points * otherExpected - otherPoints * expected;
            addRow(contest, rest, (points + otherPoints) * weaker * stronger);
        }
    }

    /** Adds a contest, whose difference in strength is a sum of three strengths with the signs +, − and +. */
    private void addRow(PairwiseScores.Contest contest, double rest, double weight) {
        int plus = rows[contest.first()];
        int minus = rows[contest.second()];
        int black = contest.isColored() ? rows[rows.length - 1] : -1;
        add(plus, 1, minus, black, rest, weight);
        add(minus, -1, plus, black, rest, weight);
        if (black >= 0) {
            slope[black] += rest;
            information[black][black] += weight;
        }
    }

    private void add(int row, int sign, int other, int black, double rest, double weight) {
        if (row < 0) {
            return;
        }
        slope[row] += sign * rest;
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

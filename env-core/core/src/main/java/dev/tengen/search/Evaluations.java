package dev.tengen.search;

import dev.tengen.base.InvalidValueException;

/**
 * The evaluations of leaves by a network, one row for each leaf.
 *
 * <p>A row of priors has one number for each action, seen through the symmetry of the leaf. Those of illegal actions
 * are ignored. The value is from -1, a certain loss, to 1, a certain win, for the player to move.
 *
 * @param priorKind what the priors are
 * @param priors the priors, row after row
 * @param values the values
 * @param rowCount number of rows
 */
public record Evaluations(PriorKind priorKind, FloatNumbers priors, FloatNumbers values, int rowCount) {
    /** The bits of the greatest finite number. */
    private static final int GREATEST_BITS = 0x7F7F_FFFF;

    /** What the numbers of a policy are. */
    public enum PriorKind {
        /** Weights that are not negative and finite. They need not sum up to 1; all zeros mean equal weights. */
        PROBABILITIES,
        /** Finite logits, whose softmax over the legal actions is the policy. */
        LOGITS
    }

    /**
     * Creates evaluations.
     *
     * @throws InvalidValueException if {@code rowCount} is negative, or {@code values} do not have as many numbers
     */
    public Evaluations {
        if (rowCount < 0 || values.count() != rowCount) {
            throw InvalidValueException.not(
                    "values", "of " + values.count() + " numbers", rowCount + " numbers long, one for each row");
        }
    }

    /** Returns evaluations with as many rows as {@code values} has numbers. */
    public static Evaluations of(PriorKind priorKind, FloatNumbers priors, FloatNumbers values) {
        return new Evaluations(priorKind, priors, values, values.count());
    }

    /** Returns evaluations by probabilities in arrays. */
    public static Evaluations ofProbabilities(float[] priors, float[] values) {
        return of(PriorKind.PROBABILITIES, FloatNumbers.of(priors), FloatNumbers.of(values));
    }

    /**
     * Checks that there are priors for {@code actionCount} actions in each row, and that there are the rows from
     * {@code from} (inclusive) to {@code to} (exclusive).
     */
    void requireRows(int actionCount, int from, int to) {
        if (priors.count() != (long) rowCount * actionCount) {
            throw InvalidValueException.not(
                    "priors",
                    "of " + priors.count() + " numbers",
                    (long) rowCount * actionCount + " numbers long, " + actionCount + " for each of " + rowCount
                            + " rows");
        }
        if (from < 0 || to > rowCount) {
            throw InvalidValueException.not(
                    "evaluations", "of " + rowCount + " rows", "evaluations of the rows from " + from + " to " + to);
        }
    }

    /** Returns whether the prior of a legal action may be {@code prior}. */
    boolean isAllowed(float prior) {
        return Float.isFinite(prior) && (prior >= 0 || priorKind == PriorKind.LOGITS);
    }

    /**
     * Returns whether all priors of a row are allowed. False if one is negative zero, which is allowed too. Without
     * branches, so that the compiler can use vectors.
     */
    boolean areAllAllowed(float[] row) {
        int kept = priorKind == PriorKind.LOGITS ? Integer.MAX_VALUE : -1;
        int signs = 0;
        for (float prior : row) {
            int bits = Float.floatToRawIntBits(prior) & kept;
            signs |= bits | (GREATEST_BITS - bits);
        }
        return signs >= 0;
    }

    /** Returns the error of the value in {@code row}. */
    InvalidValueException badValue(int row) {
        return InvalidValueException.not("values", values.at(row) + " in row " + row, "a number within [-1, 1]");
    }

    /** Returns the error of the prior of {@code action} in {@code row}, numbered as in the row. */
    InvalidValueException badPrior(int row, int action, float prior) {
        String allowed = priorKind == PriorKind.LOGITS ? "a finite number" : "a finite number of 0 or more";
        return InvalidValueException.not("priors", prior + " in row " + row + " for action " + action, allowed);
    }
}

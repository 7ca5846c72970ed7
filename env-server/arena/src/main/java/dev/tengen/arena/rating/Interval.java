package dev.tengen.arena.rating;

/**
 * A confidence interval.
 *
 * @param lower the lower end
 * @param upper the upper end, not below the lower
 */
public record Interval(double lower, double upper) {
    /** Returns whether {@code value} is in the interval, ends included. */
    public boolean contains(double value) {
        return lower <= value && value <= upper;
    }

    /** Returns the central interval with the fraction {@code confidence} of {@code sorted}, which must not be empty. */
    static Interval central(double[] sorted, double confidence) {
        double tail = (1 - confidence) / 2;
        return new Interval(quantile(sorted, tail), quantile(sorted, 1 - tail));
    }

    private static double quantile(double[] sorted, double share) {
        double place = share * (sorted.length - 1);
        int below = Math.min((int) place, sorted.length - 1);
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }
}

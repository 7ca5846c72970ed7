package dev.tengen.search;

import dev.tengen.base.SplitMix64;

/** Draws of continuous random numbers, the same on every machine. Nothing here allocates. */
final class Draws {
    private static final double UNIT = 0x1p-53;
    private static final int UNIFORM_SHIFT = 11;

    /** From Marsaglia and Tsang (2000). */
    private static final double SQUEEZE = 0.0331;

    private Draws() {}

    /** Returns a number drawn uniformly between 0 and 1, both exclusive. */
    static double uniform(SplitMix64 random) {
        return ((random.nextLong() >>> UNIFORM_SHIFT) + 0.5) * UNIT;
    }

    /** Returns a number drawn from the standard Gumbel distribution. */
    static double gumbel(SplitMix64 random) {
        return -StrictMath.log(-StrictMath.log(uniform(random)));
    }

    /**
     * Returns a number drawn from the gamma distribution with {@code shape} and scale 1, by Marsaglia and Tsang, "A
     * simple method for generating gamma variables" (2000). Very small numbers become 0.
     */
    static double gamma(double shape, SplitMix64 random) {
        double increased = shape < 1 ? shape + 1 : shape;
        double d = increased - 1.0 / 3;
        double c = 1 / Math.sqrt(9 * d);
        while (true) {
            double x = normal(random);
            double v = 1 + c * x;
            v = v * v * v;
            if (v > 0 && isAccepted(uniform(random), x, v, d)) {
                return shape < 1 ? d * v * StrictMath.pow(uniform(random), 1 / shape) : d * v;
            }
        }
    }

    private static boolean isAccepted(double uniform, double x, double v, double d) {
        // The first condition implies the second, holds nearly always, and saves the logarithms.
        return uniform < 1 - SQUEEZE * x * x * x * x
                || StrictMath.log(uniform) < x * x / 2 + d - d * v + d * StrictMath.log(v);
    }

    /** Returns a number drawn from the standard normal distribution, by the polar method of Marsaglia. */
    private static double normal(SplitMix64 random) {
        while (true) {
            double x = 2 * uniform(random) - 1;
            double y = 2 * uniform(random) - 1;
            double square = x * x + y * y;
            if (square < 1 && square > 0) {
                return x * Math.sqrt(-2 * StrictMath.log(square) / square);
            }
        }
    }
}

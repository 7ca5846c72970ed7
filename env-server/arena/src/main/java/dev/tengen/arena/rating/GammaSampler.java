package dev.tengen.arena.rating;

import dev.tengen.base.SplitMix64;

/** Draws random weights from gamma distributions, the same on every machine. Not thread-safe. */
final class GammaSampler {
    private final SplitMix64 random;

    /** Creates a sampler. Equal seeds give equal weights. */
    GammaSampler(long seed) {
        random = new SplitMix64(seed);
    }

    /**
     * Returns the sum of {@code count} independent weights with mean 1 and the given {@code variance}, above 0. It
     * takes no longer than one weight: the sum of numbers from gamma distributions with the same scale is one with the
     * sum of their shapes.
     */
    double sum(int count, double variance) {
        return gamma(count / variance) * variance;
    }

    /** Returns a number from the gamma distribution with {@code shape} above 0 and scale 1. */
    double gamma(double shape) {
        if (shape == 1) {
            return -StrictMath.log(uniform());
        }
        if (shape < 1) {
            return gamma(shape + 1) * StrictMath.pow(uniform(), 1 / shape);
        }
        // Marsaglia and Tsang, "A simple method for generating gamma variables" (2000).
        double d = shape - 1.0 / 3;
        double c = 1 / Math.sqrt(9 * d);
        while (true) {
            double x = normal();
            double v = 1 + c * x;
            if (v > 0) {
                double cube = v * v * v;
                if (StrictMath.log(uniform()) < x * x / 2 + d * (1 - cube + StrictMath.log(cube))) {
                    return d * cube;
                }
            }
        }
    }

    private double normal() {
        return Math.sqrt(-2 * StrictMath.log(uniform())) * StrictMath.cos(2 * Math.PI * uniform());
    }

    /** Returns a number above 0 and below 1. */
    private double uniform() {
        return ((random.nextLong() >>> 12) + 0.5) * 0x1p-52;
    }
}

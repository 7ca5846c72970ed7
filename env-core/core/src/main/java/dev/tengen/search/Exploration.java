package dev.tengen.search;

/** The factor of priors in the scores of PUCT, by the number of visits of a node. Immutable. */
final class Exploration {
    private static final int TABLE_SIZE = 4_096;

    private final double initial;
    private final double base;
    private final double[] table = new double[TABLE_SIZE];

    Exploration(PuctSettings settings) {
        initial = settings.initialExploration();
        base = settings.explorationBase();
        for (int visits = 0; visits < TABLE_SIZE; visits++) {
            table[visits] = compute(visits);
        }
    }

    private double compute(int visits) {
        return (initial + StrictMath.log((1 + visits + base) / base)) * Math.sqrt(Math.max(1, visits));
    }

    /** Returns {@code c(N) sqrt(N)}; the square root is at least 1. */
    double factor(int visits) {
        return visits < TABLE_SIZE ? table[visits] : compute(visits);
    }
}

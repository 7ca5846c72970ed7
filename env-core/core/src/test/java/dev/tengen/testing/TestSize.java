package dev.tengen.testing;

/**
 * How much the comparisons with reference implementations do. {@code mvn verify} runs them at a tenth of their size, so
 * that a change is known to be good within minutes; {@code mvn verify -Pfull} at their full size. The games are seeded:
 * a comparison of a tenth is the beginning of the full one.
 */
public final class TestSize {
    private static final int QUICK_DIVISOR = 10;
    private static final int QUICK_LEAST_DIVISOR = 40;
    private static final boolean IS_FULL = Boolean.getBoolean("tengen.full");

    private TestSize() {}

    /** Returns whether the full tier runs. */
    public static boolean isFull() {
        return IS_FULL;
    }

    /** Returns {@code fullCount}, or a tenth of it in the quick tier, at least 1. */
    public static int of(int fullCount) {
        return IS_FULL ? fullCount : Math.max(1, fullCount / QUICK_DIVISOR);
    }

    /**
     * Returns how often something must occur at least: {@code fullCount}, or a fortieth of it in the quick tier, where
     * few games are further from the mean.
     */
    public static int least(int fullCount) {
        return IS_FULL ? fullCount : fullCount / QUICK_LEAST_DIVISOR;
    }

    /**
     * Returns what a seeded comparison counts exactly: {@code quick} in the quick tier, {@code full} in the full one.
     */
    public static <T> T exact(T quick, T full) {
        return IS_FULL ? full : quick;
    }
}

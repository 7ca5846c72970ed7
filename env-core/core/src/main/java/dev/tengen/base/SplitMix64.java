package dev.tengen.base;

/**
 * A small pseudorandom generator whose numbers are the same on every machine and JDK.
 *
 * <p>It is SplitMix64 by Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (OOPSLA 2014). Results
 * that must be reproducible do not use the generators of the JDK, because their bounded draws have changed between
 * releases. Not for secrets. Not thread-safe.
 */
public final class SplitMix64 {
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private long state;

    /** Creates a generator. Equal seeds give equal numbers. */
    public SplitMix64(long seed) {
        state = seed;
    }

    /** Returns the state. A generator created with it as the seed continues with the same numbers. */
    public long state() {
        return state;
    }

    /** Returns 64 random bits. */
    public long nextLong() {
        state += GOLDEN_GAMMA;
        return mix(state);
    }

    /** Returns a number drawn uniformly from 0 (inclusive) to {@code bound} (exclusive), which must be positive. */
    public int nextInt(int bound) {
        assert bound > 0 : "bound " + bound + " is not positive";
        // Lemire, "Fast random integer generation in an interval" (2019): the low word shows whether a draw is biased.
        long product = (nextLong() >>> 32) * bound;
        if ((product & 0xFFFFFFFFL) < bound) {
            long threshold = (1L << 32) % bound;
            while ((product & 0xFFFFFFFFL) < threshold) {
                product = (nextLong() >>> 32) * bound;
            }
        }
        return (int) (product >>> 32);
    }

    /** Returns {@code value} scrambled by a bijection: each bit of the result depends on every bit of the value. */
    public static long mix(long value) {
        long z = value;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}

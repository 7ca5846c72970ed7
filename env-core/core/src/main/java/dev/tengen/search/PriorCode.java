package dev.tengen.search;

/**
 * Priors in 16 bits: a floating-point number with 8 bits of exponent and 8 of mantissa, so that its relative error is
 * at most 2^-9. Code 0 means no prior: the action is illegal, or has an edge that keeps its prior.
 *
 * <p>Priors are not normalized; their node keeps their sum. Each legal action has at least {@code 2^-100}, so priors
 * that are all zero become uniform. Sums of codes are exact as doubles as long as the smallest prior is not
 * {@code 2^35} times smaller than the sum: they do not depend on the order. Nothing here allocates.
 */
final class PriorCode {
    /** No prior. */
    static final int NONE = 0;

    private static final int DROPPED_BITS = 15;
    private static final int HALF = 1 << (DROPPED_BITS - 1);
    private static final int LEAST_EXPONENT = -100;
    private static final int BIAS = 127;
    private static final int LEAST = (LEAST_EXPONENT + BIAS) << 8;

    /** The code of the greatest finite number. */
    private static final int GREATEST = 0xFEFF;

    private static final double LOG_2 = StrictMath.log(2);
    private static final float LOG_2_OF_E = (float) (1 / LOG_2);
    private static final double[] LOG_OF_MANTISSA = new double[256];

    static {
        for (int mantissa = 0; mantissa < LOG_OF_MANTISSA.length; mantissa++) {
            LOG_OF_MANTISSA[mantissa] = StrictMath.log(1 + mantissa / 256.0);
        }
    }

    private PriorCode() {}

    /** Returns the code of {@code prior}, which must be finite and not negative. */
    static int of(float prior) {
        // The bits of negative zero are a negative number.
        return Math.min(GREATEST, Math.max(LEAST, (Float.floatToRawIntBits(prior) + HALF) >> DROPPED_BITS));
    }

    /** Returns the code of {@code prior}, which must be finite and not negative. */
    static int of(double prior) {
        return of((float) prior);
    }

    /** Returns the prior with {@code code}. */
    static double prior(int code) {
        return Float.intBitsToFloat(code << DROPPED_BITS);
    }

    /** Returns the natural logarithm of the prior with {@code code}, which must not be {@link #NONE}. */
    static double log(int code) {
        return ((code >>> 8) - BIAS) * LOG_2 + LOG_OF_MANTISSA[code & 0xFF];
    }

    /**
     * Returns {@code e} to the power of {@code logit}, which must not be positive, with a relative error of at most
     * 1e-6. It is the same on every machine.
     */
    static float power(float logit) {
        float exponent = Math.max(LEAST_EXPONENT, logit * LOG_2_OF_E);
        int whole = (int) (exponent - 0.5f);
        float rest = exponent - whole;
        // The series of 2^x, for -0.5 to 0.5.
        float power = 0.0001540353f;
        power = power * rest + 0.0013333558f;
        power = power * rest + 0.009618129f;
        power = power * rest + 0.05550411f;
        power = power * rest + 0.2402265f;
        power = power * rest + 0.6931472f;
        power = power * rest + 1;
        return Float.intBitsToFloat(Float.floatToRawIntBits(power) + (whole << 23));
    }
}

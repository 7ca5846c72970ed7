package dev.tengen.cgt;

import dev.tengen.base.InvalidValueException;

/**
 * A dyadic rational, {@code numerator / 2^exponent}, in lowest terms. These are the numbers among the finite games.
 *
 * <p>Arithmetic is exact and never rounds. A result whose numerator or denominator does not fit throws
 * {@link WorkLimitException}.
 *
 * @param numerator odd unless the exponent is 0; never {@code Long.MIN_VALUE}, so that every number has a negative
 * @param exponent from 0 to {@link #MAX_EXPONENT}
 */
public record Dyadic(long numerator, int exponent) implements Comparable<Dyadic> {
    /** The largest exponent: the denominator is at most 2^62. */
    public static final int MAX_EXPONENT = 62;

    /** Zero. */
    public static final Dyadic ZERO = new Dyadic(0, 0);

    /** One. */
    public static final Dyadic ONE = new Dyadic(1, 0);

    /**
     * Creates a number, reduced to lowest terms.
     *
     * @throws InvalidValueException if the exponent is outside [0, 62], or the numerator is {@code Long.MIN_VALUE}
     */
    public Dyadic {
        if (exponent < 0 || exponent > MAX_EXPONENT) {
            throw InvalidValueException.outside("exponent", exponent, 0, MAX_EXPONENT);
        }
        if (numerator == Long.MIN_VALUE) {
            throw InvalidValueException.outside("numerator", numerator, -Long.MAX_VALUE, Long.MAX_VALUE);
        }
        int shift = Math.min(exponent, Long.numberOfTrailingZeros(numerator));
        numerator >>= shift;
        exponent -= shift;
    }

    /**
     * Returns the integer {@code value}.
     *
     * @throws InvalidValueException if {@code value} is {@code Long.MIN_VALUE}
     */
    public static Dyadic of(long value) {
        return new Dyadic(value, 0);
    }

    /** Returns whether this is an integer. */
    public boolean isInteger() {
        return exponent == 0;
    }

    /** Returns −1, 0 or 1 if this is negative, zero or positive. */
    public int signum() {
        return Long.signum(numerator);
    }

    /** Returns this plus {@code other}. */
    public Dyadic plus(Dyadic other) {
        if (exponent > other.exponent) {
            return other.plus(this);
        }
        if (exponent == other.exponent && exponent > 0) {
            // The sum of odd numerators is even. Half of it fits, even if the sum itself does not.
            return new Dyadic((numerator >> 1) + (other.numerator >> 1) + 1, exponent - 1);
        }
        int shift = other.exponent - exponent;
        try {
            // High bits first: they fit if the sum fits.
            long high = Math.addExact(numerator, other.numerator >> shift);
            long low = other.numerator & ((1L << shift) - 1);
            return checked(Math.multiplyExact(high, 1L << shift) + low, other.exponent);
        } catch (ArithmeticException e) {
            throw WorkLimitException.bits(e);
        }
    }

    /** Returns this minus {@code other}. */
    public Dyadic minus(Dyadic other) {
        return plus(other.negate());
    }

    /** Returns the negative of this. */
    public Dyadic negate() {
        return new Dyadic(-numerator, exponent);
    }

    /** Returns the absolute value of this. */
    public Dyadic abs() {
        return signum() < 0 ? negate() : this;
    }

    /** Returns this times {@code factor}. */
    public Dyadic times(long factor) {
        try {
            // Reduced first, so that a result that fits is not rejected because of an intermediate value.
            int shift = factor == 0 ? 0 : Math.min(exponent, Long.numberOfTrailingZeros(factor));
            return checked(Math.multiplyExact(numerator, factor >> shift), exponent - shift);
        } catch (ArithmeticException e) {
            throw WorkLimitException.bits(e);
        }
    }

    /** Returns half of this. */
    public Dyadic half() {
        if (numerator % 2 == 0) {
            return new Dyadic(numerator / 2, exponent);
        }
        if (exponent == MAX_EXPONENT) {
            throw WorkLimitException.bits(new ArithmeticException("half of " + this));
        }
        return new Dyadic(numerator, exponent + 1);
    }

    /** Returns the largest integer that is less than or equal to this. */
    public long floor() {
        return numerator >> exponent;
    }

    /** Returns the smallest integer that is greater than or equal to this. */
    public long ceiling() {
        return -(-numerator >> exponent);
    }

    /** Returns the smaller of {@code a} and {@code b}. */
    public static Dyadic min(Dyadic a, Dyadic b) {
        return a.compareTo(b) <= 0 ? a : b;
    }

    /** Returns the larger of {@code a} and {@code b}. */
    public static Dyadic max(Dyadic a, Dyadic b) {
        return a.compareTo(b) >= 0 ? a : b;
    }

    /** Returns the nearest double, for drawings only. */
    public double toDouble() {
        return numerator * Math.scalb(1.0, -exponent);
    }

    /** Compares by value; never overflows. */
    @Override
    public int compareTo(Dyadic other) {
        if (exponent > other.exponent) {
            return -other.compareTo(this);
        }
        // The numerator with the larger exponent is odd, so equal floors mean that the other number is larger.
        int shift = other.exponent - exponent;
        int floors = Long.compare(numerator, other.numerator >> shift);
        return floors == 0 && shift > 0 ? -1 : floors;
    }

    /** Returns the number as a fraction, such as {@code -5/16}. */
    @Override
    public String toString() {
        return isInteger() ? Long.toString(numerator) : numerator + "/" + (1L << exponent);
    }

    /** Returns the numerator of this number over {@code 2^largerExponent}. */
    long scaled(int largerExponent) {
        return Math.multiplyExact(numerator, 1L << (largerExponent - exponent));
    }

    /**
     * Returns a number.
     *
     * @throws ArithmeticException if the numerator is {@code Long.MIN_VALUE}
     */
    static Dyadic checked(long numerator, int exponent) {
        if (numerator == Long.MIN_VALUE) {
            throw new ArithmeticException("numerator " + numerator);
        }
        return new Dyadic(numerator, exponent);
    }
}

package dev.tengen.cgt;

import java.util.Optional;

/**
 * The interval of the numbers that fit between the options of a game: those that are not at most a Left option and not
 * at least a Right option.
 *
 * <p>Simplicity theorem: if any number fits, the game is equal to the simplest number that fits.
 *
 * @param lower the lower bound; empty without Left options
 * @param isLowerIncluded whether the lower bound itself fits
 * @param upper the upper bound; empty without Right options
 * @param isUpperIncluded whether the upper bound itself fits
 */
record NumberInterval(
        Optional<Dyadic> lower, boolean isLowerIncluded, Optional<Dyadic> upper, boolean isUpperIncluded) {
    /** Returns the simplest number that fits, which is the one with the earliest birthday; empty if none fits. */
    Optional<Dyadic> simplest() {
        if (isEmpty()) {
            return Optional.empty();
        }
        if (!isAboveLower(Dyadic.ZERO)) {
            return Optional.of(simplestPositive());
        }
        if (!isBelowUpper(Dyadic.ZERO)) {
            return Optional.of(mirrored().simplestPositive().negate());
        }
        return Optional.of(Dyadic.ZERO);
    }

    private boolean isEmpty() {
        if (lower.isEmpty() || upper.isEmpty()) {
            return false;
        }
        int order = lower.get().compareTo(upper.get());
        return order > 0 || (order == 0 && !(isLowerIncluded && isUpperIncluded));
    }

    private boolean isAboveLower(Dyadic x) {
        return lower.isEmpty() || x.compareTo(lower.get()) > (isLowerIncluded ? -1 : 0);
    }

    private boolean isBelowUpper(Dyadic x) {
        return upper.isEmpty() || x.compareTo(upper.get()) < (isUpperIncluded ? 1 : 0);
    }

    private NumberInterval mirrored() {
        return new NumberInterval(
                upper.map(Dyadic::negate), isUpperIncluded, lower.map(Dyadic::negate), isLowerIncluded);
    }

    /**
     * Returns the smallest number that fits with the smallest possible denominator. All numbers that fit must be
     * positive.
     */
    private Dyadic simplestPositive() {
        try {
            int exponent = 0;
            while (!isBelowUpper(firstAboveLower(exponent))) {
                exponent++;
            }
            return firstAboveLower(exponent);
        } catch (ArithmeticException e) {
            throw WorkLimitException.bits(e);
        }
    }

    /** Returns the smallest multiple of {@code 2^-exponent} above the lower bound, which must be present. */
    private Dyadic firstAboveLower(int exponent) {
        if (exponent > Dyadic.MAX_EXPONENT) {
            throw new ArithmeticException("exponent " + exponent);
        }
        Dyadic bound = lower.orElseThrow();
        long floor = exponent >= bound.exponent()
                ? bound.scaled(exponent)
                : bound.numerator() >> (bound.exponent() - exponent);
        Dyadic first = Dyadic.checked(floor, exponent);
        return isAboveLower(first) ? first : Dyadic.checked(Math.addExact(floor, 1), exponent);
    }
}

package dev.tengen.cgt;

import java.util.Optional;

/**
 * The numbers that fit between the options of a game: those that are not at most a Left option nor at least a Right one.
 *
 * <p>The simplicity theorem: if any number fits, the game is equal to the simplest one that does.
 *
 * @param lower the lower bound; empty without Left options
 * @param isLowerIncluded whether the lower bound itself fits
 * @param upper the upper bound; empty without Right options
 * @param isUpperIncluded whether the upper bound itself fits
 */
record NumberGap(Optional<Dyadic> lower, boolean isLowerIncluded, Optional<Dyadic> upper, boolean isUpperIncluded) {
    /** Returns the number that was born first of those that fit; empty if none does. */
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

    private NumberGap mirrored() {
        return new NumberGap(upper.map(Dyadic::negate), isUpperIncluded, lower.map(Dyadic::negate), isLowerIncluded);
    }

    /** Returns the smallest number that fits of those with the smallest denominator; all that fit are positive. */
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

    /** Returns the smallest multiple of {@code 2^-exponent} above the lower bound, which is there. */
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

package dev.tengen.cgt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import dev.tengen.testing.TestSize;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("reference")
class DyadicTest {
    private static final int COUNT = TestSize.of(100_000);
    private static final BigDecimal TWO = BigDecimal.valueOf(2);

    @Test
    void of_evenNumerator_isReduced() {
        assertThat(new Dyadic(12, 3)).isEqualTo(new Dyadic(3, 1)).hasToString("3/2");
        assertThat(new Dyadic(0, 62)).isEqualTo(Dyadic.ZERO).hasToString("0");
    }

    @Test
    void exponent_outsideRange_isRefused() {
        assertThatThrownBy(() -> new Dyadic(1, 63))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("exponent 63 is outside [0, 62]");
        assertThatThrownBy(() -> new Dyadic(1, -1)).hasMessage("exponent -1 is outside [0, 62]");
    }

    @Test
    void numerator_withoutNegative_isRefused() {
        assertThatThrownBy(() -> Dyadic.of(Long.MIN_VALUE))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("is outside [-9223372036854775807, 9223372036854775807]");
    }

    @Test
    void plus_atTheEndOfTheRange_isAnError() {
        Dyadic largest = Dyadic.of(Long.MAX_VALUE);

        assertThatThrownBy(() -> largest.plus(Dyadic.ONE))
                .isInstanceOf(WorkLimitException.class)
                .hasMessage("the answer takes more than 62 bits of a number");
        assertThatThrownBy(() -> largest.negate().minus(Dyadic.ONE)).isInstanceOf(WorkLimitException.class);
        assertThatThrownBy(() -> largest.plus(new Dyadic(1, 1))).isInstanceOf(WorkLimitException.class);
        assertThatThrownBy(() -> new Dyadic(1, 62).half()).isInstanceOf(WorkLimitException.class);
    }

    /** Seed 21. */
    @Test
    void arithmetic_ofRandomNumbers_isExactOrAnError() {
        SplitMix64 random = new SplitMix64(21);
        int sums = 0;
        int products = 0;
        int halves = 0;

        for (int count = 0; count < COUNT; count++) {
            Dyadic a = next(random);
            Dyadic b = next(random);
            long factor = random.nextLong() >> random.nextInt(64);
            sums += isExact(() -> a.plus(b), exact(a).add(exact(b)));
            isExact(() -> a.minus(b), exact(a).subtract(exact(b)));
            products += isExact(() -> a.times(factor), exact(a).multiply(BigDecimal.valueOf(factor)));
            halves += isExact(a::half, exact(a).divide(TWO));
        }

        assertThat(List.of(sums, products, halves))
                .isEqualTo(TestSize.exact(List.of(7_866, 5_621, 9_999), List.of(79_211, 56_906, 99_985)));
    }

    /** Seed 22. */
    @Test
    void order_ofRandomNumbers_isThatOfTheirValues() {
        SplitMix64 random = new SplitMix64(22);
        int equal = 0;

        for (int count = 0; count < COUNT; count++) {
            Dyadic a = next(random);
            Dyadic b = random.nextInt(4) == 0 ? a : next(random);
            assertThat(Integer.signum(a.compareTo(b))).as("%s and %s", a, b).isEqualTo(exact(a).compareTo(exact(b)));
            assertThat(a.floor())
                    .isEqualTo(exact(a).setScale(0, RoundingMode.FLOOR).longValueExact());
            assertThat(a.ceiling())
                    .isEqualTo(exact(a).setScale(0, RoundingMode.CEILING).longValueExact());
            assertThat(a.toDouble()).isEqualTo(exact(a).doubleValue());
            equal += a.equals(b) ? 1 : 0;
        }

        assertThat(equal).isEqualTo(TestSize.exact(2_498, 24_938));
    }

    /** Returns 1 if there is a result and it is right; 0 if it does not fit and the operation reports that. */
    private static int isExact(Supplier<Dyadic> operation, BigDecimal exact) {
        Optional<Dyadic> result;
        try {
            result = Optional.of(operation.get());
        } catch (WorkLimitException e) {
            result = Optional.empty();
        }
        assertThat(result.map(DyadicTest::exact).map(BigDecimal::stripTrailingZeros))
                .isEqualTo(hasRoom(exact) ? Optional.of(exact.stripTrailingZeros()) : Optional.empty());
        return result.isPresent() ? 1 : 0;
    }

    private static boolean hasRoom(BigDecimal exact) {
        BigInteger numerator = exact.multiply(TWO.pow(Dyadic.MAX_EXPONENT + 2)).toBigIntegerExact();
        int zeros = numerator.signum() == 0 ? Dyadic.MAX_EXPONENT + 2 : numerator.getLowestSetBit();
        int shift = Math.min(zeros, Dyadic.MAX_EXPONENT + 2);
        return shift >= 2 && numerator.shiftRight(shift).abs().compareTo(BigInteger.valueOf(Long.MAX_VALUE)) <= 0;
    }

    private static Dyadic next(SplitMix64 random) {
        long numerator = random.nextLong() >> random.nextInt(64);
        return new Dyadic(Math.max(numerator, -Long.MAX_VALUE), random.nextInt(random.nextInt(63) + 1));
    }

    private static BigDecimal exact(Dyadic x) {
        return BigDecimal.valueOf(x.numerator()).divide(TWO.pow(x.exponent()));
    }
}

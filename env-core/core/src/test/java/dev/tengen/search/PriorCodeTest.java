package dev.tengen.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tengen.base.SplitMix64;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class PriorCodeTest {
    private static final Percentage HALF_A_STEP = Percentage.withPercentage(100.0 / 512 + 1e-9);

    @Test
    void of_randomPriors_keepsEightBitsOfTheMantissa() {
        SplitMix64 random = new SplitMix64(1);
        for (int i = 0; i < 5_000; i++) {
            float prior = (float) Math.pow(Draws.uniform(random), 1 + random.nextInt(40));
            if (prior > 1e-29) {
                assertThat(PriorCode.prior(PriorCode.of(prior))).isCloseTo(prior, HALF_A_STEP);
            }
        }
    }

    @Test
    void of_extremes_isAPositivePrior() {
        for (float prior : new float[] {0, -0.0f, Float.MIN_VALUE, Float.MAX_VALUE}) {
            assertThat(PriorCode.of(prior)).isNotEqualTo(PriorCode.NONE);
            assertThat(PriorCode.prior(PriorCode.of(prior))).isPositive().isFinite();
        }
        assertThat(PriorCode.prior(PriorCode.NONE)).isZero();
    }

    @Test
    void log_codes_isTheLogarithmOfThePrior() {
        for (int code = PriorCode.of(0f); code <= PriorCode.of(Float.MAX_VALUE); code += 7) {
            assertThat(PriorCode.log(code)).isCloseTo(Math.log(PriorCode.prior(code)), within(1e-12));
        }
    }

    @Test
    void power_randomLogits_isTheExponential() {
        SplitMix64 random = new SplitMix64(2);
        for (int i = 0; i < 5_000; i++) {
            float logit = (float) (-60 * Draws.uniform(random));
            assertThat((double) PriorCode.power(logit)).isCloseTo(Math.exp(logit), Percentage.withPercentage(1e-3));
        }
        assertThat(PriorCode.power(0)).isEqualTo(1);
        assertThat(PriorCode.power(-Float.MAX_VALUE)).isPositive().isLessThan(1e-29f);
    }
}

package dev.tengen.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tengen.base.SplitMix64;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

/** Means and variances of many draws against those of the distributions. */
class DrawsTest {
    private static final int COUNT = 200_000;

    private final SplitMix64 random = new SplitMix64(5);

    @Test
    void uniform_manyDraws_haveTheMomentsOfTheDistribution() {
        assertMoments(() -> Draws.uniform(random), 0.5, 1 / 12.0);
    }

    @Test
    void gumbel_manyDraws_haveTheMomentsOfTheDistribution() {
        assertMoments(() -> Draws.gumbel(random), 0.5772156649, Math.PI * Math.PI / 6);
    }

    @Test
    void gamma_manyDraws_haveTheMomentsOfTheDistribution() {
        for (double shape : new double[] {0.03, 0.13, 0.9, 1, 2.5, 30}) {
            assertMoments(() -> Draws.gamma(shape, random), shape, shape);
        }
    }

    private static void assertMoments(DoubleSupplier draw, double mean, double variance) {
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < COUNT; i++) {
            double value = draw.getAsDouble();
            sum += value;
            squares += (value - mean) * (value - mean);
        }
        assertThat(sum / COUNT).isCloseTo(mean, within(5 * Math.sqrt(variance / COUNT)));
        assertThat(squares / COUNT).isCloseTo(variance, within(0.1 * variance));
    }
}

package dev.tengen.arena.rating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GammaSamplerTest {
    private static final int COUNT = 200_000;

    @ParameterizedTest
    @CsvSource({"1, 0.25", "1, 1", "1, 1.7", "1, 4", "3, 1.7", "50, 1.2"})
    void sum_manyWeights_hasTheirMeanAndTheirVariance(int count, double variance) {
        GammaSampler random = new GammaSampler(5);
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < COUNT; i++) {
            double weights = random.sum(count, variance);
            assertThat(weights).isPositive();
            sum += weights;
            squares += weights * weights;
        }
        double mean = sum / COUNT;

        assertThat(mean).isCloseTo(count, within(0.02 * count));
        assertThat(squares / COUNT - mean * mean).isCloseTo(count * variance, within(0.05 * count * variance));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 1.5, 4})
    void gamma_shareOfTwo_isBeta(double shape) {
        GammaSampler random = new GammaSampler(6);
        double squares = 0;
        for (int i = 0; i < COUNT; i++) {
            double one = random.gamma(shape);
            double share = one / (one + random.gamma(shape)) - 0.5;
            squares += share * share;
        }

        // The variance of beta(a, a) is 1 / (4 (2 a + 1)).
        assertThat(squares / COUNT).isCloseTo(1 / (4 * (2 * shape + 1)), within(0.002));
    }
}

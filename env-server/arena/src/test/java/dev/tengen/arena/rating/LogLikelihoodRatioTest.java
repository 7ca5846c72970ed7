package dev.tengen.arena.rating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tengen.base.SplitMix64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogLikelihoodRatioTest {
    private static final int STEPS = 200_000;

    @Test
    void of_randomTrinomialCounts_equalsThatOfAllDistributionsTried() {
        SplitMix64 random = new SplitMix64(9);
        for (int i = 0; i < 20; i++) {
            double mean0 = 0.2 + 0.03 * random.nextInt(10);
            double mean1 = mean0 + 0.05 + 0.01 * random.nextInt(20);
            List<Long> counts =
                    List.of((long) random.nextInt(30), (long) random.nextInt(30), (long) random.nextInt(30));
            double expected = bestLikelihood(counts, mean1, mean0, mean1) - bestLikelihood(counts, mean0, mean0, mean1);

            assertThat(new LogLikelihoodRatio(mean0, mean1).of(counts)).isCloseTo(expected, within(1e-4));
        }
    }

    /**
     * Returns the maximum likelihood of all distributions with {@code mean}, by a scan over the probability of a draw.
     */
    private static double bestLikelihood(List<Long> counts, double mean, double mean0, double mean1) {
        double middle = (mean0 + mean1) / 2;
        double losses = counts.get(0) + 1e-3 + 2 * (1 - middle);
        double draws = counts.get(1) + 1e-3;
        double wins = counts.get(2) + 1e-3 + 2 * middle;
        double best = Double.NEGATIVE_INFINITY;
        for (int step = 1; step < STEPS; step++) {
            double draw = 2 * Math.min(mean, 1 - mean) * step / STEPS;
            double win = mean - draw / 2;
            double likelihood = losses * Math.log(1 - draw - win) + draws * Math.log(draw) + wins * Math.log(win);
            best = Math.max(best, likelihood);
        }
        return best;
    }

    /**
     * The expected values are those of the program in docs/reference/ratings.md, which computes them in another way.
     */
    @ParameterizedTest
    @CsvSource({
        "3 21 70 42 9, 0, 50, 4.385052",
        "31 12 57, 0, 100, 3.861402",
        "0 0 0 0 20, 0, 50, 2.672089",
        "250 1200 2600 1300 300, -5, 5, 13.810498"
    })
    void of_counts_isThatOfTheProgramInTheDocumentation(String counts, double elo0, double elo1, double expected) {
        List<Long> scores = Stream.of(counts.split(" ", -1)).map(Long::valueOf).toList();

        assertThat(new LogLikelihoodRatio(expectedScore(elo0), expectedScore(elo1)).of(scores))
                .isCloseTo(expected, within(1e-6));
    }

    private static double expectedScore(double elo) {
        return 1 / (1 + Math.pow(10, -elo / 400));
    }

    @Test
    void of_noCounts_favorsNeither() {
        assertThat(new LogLikelihoodRatio(0.5, 0.6).of(List.of(0L, 0L, 0L, 0L, 0L)))
                .isCloseTo(0, within(0.01));
        assertThat(new LogLikelihoodRatio(0.7, 0.9).of(List.of(0L, 0L, 0L))).isCloseTo(0, within(0.05));
    }

    @Test
    void of_manyGames_isThatOfTheNormalApproximation() {
        List<Long> counts = List.of(1_000L, 2_000L, 4_100L, 2_200L, 1_000L);
        double total = 10_300;
        double mean = (2_000 * 0.25 + 4_100 * 0.5 + 2_200 * 0.75 + 1_000) / total;
        double square = (2_000 * 0.0625 + 4_100 * 0.25 + 2_200 * 0.5625 + 1_000) / total;
        double approximation = total * 0.01 * (2 * mean - 0.5 - 0.51) / (2 * (square - mean * mean));

        assertThat(new LogLikelihoodRatio(0.5, 0.51).of(counts)).isCloseTo(approximation, within(0.02));
    }

    @Test
    void of_millionsOfEqualScores_isFinite() {
        assertThat(new LogLikelihoodRatio(0.5, 0.51).of(List.of(0L, 0L, 0L, 0L, 100_000_000L)))
                .isCloseTo(1e8 * Math.log(0.51 / 0.5), within(1_000.0));
        assertThat(new LogLikelihoodRatio(0.5, 0.51).of(List.of(100_000_000L, 0L, 0L, 0L, 0L)))
                .isCloseTo(1e8 * Math.log(0.49 / 0.5), within(1_000.0));
        assertThat(new LogLikelihoodRatio(0.5, 0.51).of(List.of(0L, 0L, 100_000_000L, 0L, 0L)))
                .isNegative()
                .isFinite();
    }
}

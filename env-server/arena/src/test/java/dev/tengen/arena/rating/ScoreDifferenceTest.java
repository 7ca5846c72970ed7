package dev.tengen.arena.rating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tengen.arena.rating.SprtSpec.Unit;
import dev.tengen.base.SplitMix64;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScoreDifferenceTest {
    private static final int MATCH_COUNT = 1_000;
    private static final int PAIR_COUNT = 100;

    /** The numbers are those of a program of its own, in another language. */
    @ParameterizedTest
    @CsvSource({
        "PAIR, 10 20 40 25 5, -8.601647718, -43.778482774, 26.575187338, -11.720578358, -59.632843628, 36.191686913",
        "GAME, 3 4 9, 128.134060344, -22.808667052, 279.076787740, 153.263833627, -11.893525025, 318.421192280",
        "PAIR, 0 0 0 0 12, 559.176003469, 68.127873898, 1050.224133039, 589.617740517, 456.070255013, 723.165226020",
    })
    void of_counts_isAsCalculatedElsewhere(
            Unit unit,
            String counts,
            double elo,
            double lower,
            double upper,
            double normalized,
            double normalizedLower,
            double normalizedUpper) {
        List<Long> numbers = Arrays.stream(counts.split(" ")).map(Long::valueOf).toList();

        ScoreDifference difference = ScoreDifference.of(unit, numbers).orElseThrow();

        assertThat(List.of(
                        difference.elo(),
                        difference.interval().lower(),
                        difference.interval().upper(),
                        difference.normalizedElo(),
                        difference.normalizedInterval().lower(),
                        difference.normalizedInterval().upper()))
                .zipSatisfy(
                        List.of(elo, lower, upper, normalized, normalizedLower, normalizedUpper),
                        (actual, expected) -> assertThat(actual).isCloseTo(expected, within(1e-8)));
    }

    /** The mean of the scores is 0.52. */
    @Test
    void plainNormalizedElo_isThatOfTheScoresAlone() {
        ScoreDifference difference = ScoreDifference.of(Unit.PAIR, List.of(0L, 180L, 600L, 180L, 40L))
                .orElseThrow();

        double deviation =
                Math.sqrt((180 * 0.27 * 0.27 + 600 * 0.02 * 0.02 + 180 * 0.23 * 0.23 + 40 * 0.48 * 0.48) / 1000);
        double expected = 800 / Math.log(10) * 0.02 / (deviation * Math.sqrt(2));
        assertThat(difference.plainNormalizedElo()).hasValueCloseTo(expected, within(1e-9));
        assertThat(difference.normalizedElo()).isNotEqualTo(expected).isCloseTo(expected, within(1.0));
        assertThat(ScoreDifference.of(Unit.PAIR, List.of(0L, 0L, 0L, 0L, 12L))
                        .orElseThrow()
                        .plainNormalizedElo())
                .isEmpty();
    }

    @Test
    void of_noObservation_isEmpty() {
        assertThat(ScoreDifference.of(Unit.PAIR, Collections.nCopies(5, 0L))).isEmpty();
    }

    /** Matches of fixed length, some of them with draws or with openings that decide both games. */
    @ParameterizedTest
    @CsvSource({"0, 0, 0", "50, 0, 0.2", "-120, 0.5, 0.2", "25, 0, 0.9"})
    void interval_simulatedMatches_containsTheTruthAsOftenAsItSays(double elo, double drawShare, double openingShare) {
        SimulatedTournament players = new SimulatedTournament(new double[] {elo, 0}, 20, drawShare, openingShare);
        SplitMix64 random = new SplitMix64(5);
        int count = 0;
        for (int match = 0; match < MATCH_COUNT; match++) {
            List<Long> counts = new ArrayList<>(Collections.nCopies(5, 0L));
            GamePair.group(players.pairs(0, 1, PAIR_COUNT, random)).forEach(pair -> {
                int score = (int) (2 * pair.points(SimulatedTournament.name(0)));
                counts.set(score, counts.get(score) + 1);
            });
            count += ScoreDifference.of(Unit.PAIR, counts)
                            .orElseThrow()
                            .interval()
                            .contains(elo)
                    ? 1
                    : 0;
        }

        // The standard deviation of the share is 0.7 %.
        assertThat((double) count / MATCH_COUNT).isBetween(0.925, 0.975);
    }
}

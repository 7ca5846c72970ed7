package dev.tengen.arena.rating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuperiorityTest {
    private static final RatingOptions OPTIONS = RatingOptions.DEFAULT.withResampleCount(4_000);

    @ParameterizedTest
    @CsvSource({"1, 0", "3, 0", "2, 1", "6, 2", "5, 5", "20, 10", "0, 4", "60, 40"})
    void superiority_gamesOnTheirOwn_liesBetweenEnumeratedChances(int wins, int losses) {
        // Half with each color, as far as possible, so that Black's advantage has no effect.
        List<GameResult> results = Results.all(
                Results.games(wins / 2, "a", "b", Color.BLACK),
                Results.games(wins - wins / 2, "b", "a", Color.WHITE),
                Results.games(losses / 2, "a", "b", Color.WHITE),
                Results.games(losses - losses / 2, "b", "a", Color.BLACK));

        double superiority = Ratings.of(results, OPTIONS).superiority("a", "b");

        // The prior weighs less than four further games, two won and two lost, and more than none.
        double weakest = chance(wins + 2, losses + 2);
        double strongest = wins == 0 ? 0 : losses == 0 ? 1 : chance(wins, losses);
        assertThat(superiority).isBetween(Math.min(weakest, strongest) - 0.03, Math.max(weakest, strongest) + 0.03);
    }

    /**
     * Returns the probability that a share with the distribution beta(wins, losses) is above ½. It equals the
     * probability of at most wins − 1 heads in wins + losses − 1 throws, which is summed term by term.
     */
    private static double chance(int wins, int losses) {
        int throwCount = wins + losses - 1;
        double ways = 1;
        double sum = 0;
        for (int heads = 0; heads < wins; heads++) {
            sum += ways * Math.pow(0.5, throwCount);
            ways = ways * (throwCount - heads) / (heads + 1);
        }
        return sum;
    }

    @Test
    void superiority_bothWays_isOneTogether() {
        SimulatedTournament three = new SimulatedTournament(new double[] {0, 50, 100}, 0, 0.3, 0.3);
        Ratings ratings = Ratings.of(three.roundRobin(5, new SplitMix64(1)), OPTIONS);

        assertThat(ratings.superiority("p0", "p2") + ratings.superiority("p2", "p0"))
                .isCloseTo(1, within(1e-12));
        assertThat(ratings.superiority("p1", "p1")).isEqualTo(0.5);
    }

    @Test
    void superiority_equalPlayers_isAbove95OfHundredRarely() {
        SimulatedTournament equal = new SimulatedTournament(new double[] {0, 0, 0}, 0, 0, 0.3);
        SplitMix64 random = new SplitMix64(2);
        int high = 0;
        int count = 400;
        for (int i = 0; i < count; i++) {
            Ratings ratings = Ratings.of(
                    equal.roundRobin(10, random),
                    RatingOptions.DEFAULT.withResampleCount(200).withSeed(i));
            high += ratings.superiority("p0", "p1") > 0.95 ? 1 : 0;
        }

        assertThat(high).isBetween(count / 100, count * 8 / 100);
    }
}

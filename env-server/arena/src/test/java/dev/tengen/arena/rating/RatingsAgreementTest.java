package dev.tengen.arena.rating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tengen.base.SplitMix64;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Ratings agree with a slow search for the maximum likelihood. */
class RatingsAgreementTest {
    private static final RatingOptions OPTIONS = RatingOptions.DEFAULT.withResampleCount(100);

    @Test
    void ratings_randomResultsWithoutAnchors_equalTheSlowOnes() {
        SplitMix64 random = new SplitMix64(20);
        int draws = 0;
        int onlyWins = 0;
        for (int i = 0; i < 25; i++) {
            List<GameResult> results = randomResults(random);
            List<String> players = players(results);
            boolean[] isFixed = new boolean[players.size() + 2];
            isFixed[players.size()] = true;
            double[] slow = new SlowLikelihood(players, results).best(new double[players.size() + 2], isFixed);
            double mean = Arrays.stream(slow, 0, players.size()).average().orElseThrow();

            Ratings ratings = Ratings.of(results, OPTIONS);

            for (int player = 0; player < players.size(); player++) {
                assertThat(ratings.rating(players.get(player)).elo()).isCloseTo(slow[player] - mean, within(0.01));
            }
            assertThat(ratings.blackAdvantage().elo()).isCloseTo(slow[players.size() + 1], within(0.01));
            draws += (int) results.stream().filter(game -> game.winner() == 0).count();
            onlyWins += (int) players.stream()
                    .filter(player -> results.stream()
                            .filter(game ->
                                    game.black().equals(player) || game.white().equals(player))
                            .allMatch(game -> game.points(player) == 1))
                    .count();
        }
        assertThat(draws).isPositive();
        assertThat(onlyWins).isPositive();
    }

    @Test
    void ratings_randomResultsWithAnchors_equalTheSlowOnes() {
        SplitMix64 random = new SplitMix64(21);
        for (int i = 0; i < 15; i++) {
            List<GameResult> results = randomResults(random);
            List<String> players = players(results);
            String anchor = players.get(random.nextInt(players.size()));
            double[] start = new double[players.size() + 2];
            Arrays.fill(start, 0, players.size() + 1, 1_500);
            boolean[] isFixed = new boolean[start.length];
            isFixed[players.indexOf(anchor)] = true;
            double[] slow = new SlowLikelihood(players, results).best(start, isFixed);

            Ratings ratings = Ratings.of(results, OPTIONS.withAnchors(Map.of(anchor, 1_500.0)));

            for (int player = 0; player < players.size(); player++) {
                assertThat(ratings.rating(players.get(player)).elo()).isCloseTo(slow[player], within(0.01));
            }
        }
    }

    private static List<GameResult> randomResults(SplitMix64 random) {
        int playerCount = 2 + random.nextInt(2);
        List<GameResult> results = new ArrayList<>();
        for (int game = 1 + random.nextInt(12); game > 0; game--) {
            int black = random.nextInt(playerCount);
            int white = (black + 1 + random.nextInt(playerCount - 1)) % playerCount;
            results.add(new GameResult("p" + black, "p" + white, random.nextInt(3)));
        }
        return results;
    }

    private static List<String> players(List<GameResult> results) {
        return results.stream()
                .flatMap(game -> List.of(game.black(), game.white()).stream())
                .distinct()
                .sorted()
                .toList();
    }
}

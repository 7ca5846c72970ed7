package dev.tengen.arena.tournament;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.pairing.LadderRules;
import dev.tengen.arena.rating.Rating;
import dev.tengen.arena.rating.RatingOptions;
import dev.tengen.arena.rating.Ratings;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares the pairing rule of the ladder with others: after the same number of games, the errors of its ratings are
 * among the smallest.
 */
class LadderRuleTest {
    private static double error(LadderRules rule, double[] elo, int runCount, int gameCount) {
        double zero = Arrays.stream(elo).average().orElseThrow();
        double squares = 0;
        for (int run = 0; run < runCount; run++) {
            LadderSimulation ladder = new LadderSimulation(elo, 30, run, rule.ladder());
            ladder.play(gameCount);
            RatingOptions options = RatingOptions.DEFAULT.withResampleCount(100);
            for (Rating rating : Ratings.of(ladder.pairing().tally(), options).ratings()) {
                int player = Integer.parseInt(rating.player().substring(1));
                squares += Math.pow(rating.elo() - (elo[player] - zero), 2);
            }
        }
        return Math.sqrt(squares / (runCount * elo.length));
    }

    /** Returns the strengths of {@code count} players, {@code step} Elo apart. */
    private static double[] line(int count, double step) {
        return IntStream.range(0, count).mapToDouble(i -> i * step).toArray();
    }

    private static Map<LadderRules, Double> compare(String name, double[] elo, int runCount, int gameCount) {
        Map<LadderRules, Double> errors = new EnumMap<>(LadderRules.class);
        for (LadderRules rule : LadderRules.values()) {
            errors.put(rule, error(rule, elo, runCount, gameCount));
        }
        System.out.printf("%s, %d games: error in Elo %s%n", name, gameCount, errors);
        return errors;
    }

    @Test
    @Tag("full")
    void error_fewLadders_isNearTheLeast() {
        Map<LadderRules, Double> errors = compare("12 players, 150 Elo apart", line(12, 150), 5, 300);

        assertThat(errors.get(LadderRules.INFORMATION)).isLessThan(1.2 * least(errors));
    }

    private static double least(Map<LadderRules, Double> errors) {
        return errors.values().stream().mapToDouble(error -> error).min().orElseThrow();
    }

    @Test
    @Tag("long")
    void error_manyLadders_isTheLeast() {
        for (int gameCount : new int[] {240, 600, 2_400}) {
            for (double step : new double[] {20, 60, 150}) {
                Map<LadderRules, Double> errors =
                        compare("12 players, " + step + " Elo apart", line(12, step), 200, gameCount);
                assertThat(errors.get(LadderRules.INFORMATION)).isLessThan(1.1 * least(errors));
            }
        }
        Map<LadderRules, Double> many = compare("40 players, 30 Elo apart", line(40, 30), 20, 2_000);
        assertThat(many.get(LadderRules.INFORMATION)).isLessThan(many.get(LadderRules.RANDOM));
    }
}

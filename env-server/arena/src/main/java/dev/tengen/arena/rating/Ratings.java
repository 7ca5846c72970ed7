package dev.tengen.arena.rating;

import dev.tengen.base.InvalidValueException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The ratings of all players, by the results of their games.
 *
 * <p>Without anchors, ratings and intervals are relative to the mean of all players. With anchors, ratings are on the
 * scale of the anchors, which have no uncertainty. Equal results in any order and equal options give equal ratings on
 * every machine. Immutable.
 */
public final class Ratings {
    private final List<String> players;
    private final List<Rating> ratings;
    private final BlackAdvantage blackAdvantage;

    /** The rating of each player, sorted by name, in each resample. */
    private final double[][] samples;

    private Ratings(List<String> players, List<Rating> ratings, BlackAdvantage blackAdvantage, double[][] samples) {
        this.players = players;
        this.ratings = ratings;
        this.blackAdvantage = blackAdvantage;
        this.samples = samples;
    }

    /**
     * Returns the ratings of all players in {@code results} and of all anchors.
     *
     * @throws InvalidValueException if a pair has more than two games, or two with the same colors
     */
    public static Ratings of(List<GameResult> results, RatingOptions options) {
        return of(new PairwiseScores(results, options.anchors().keySet()), options);
    }

    /** Returns the ratings of all players of {@code tally} and of all anchors. */
    public static Ratings of(ResultTally tally, RatingOptions options) {
        return of(new PairwiseScores(tally.pairs(), options.anchors().keySet()), options);
    }

    private static Ratings of(PairwiseScores scores, RatingOptions options) {
        List<String> players = scores.players();
        BradleyTerryFit fit = new BradleyTerryFit(scores, fixed(players, options));
        double[] best = fit.best(start(players, options));
        double[][] samples = new double[players.size() + 1][options.resampleCount()];
        double[] leverages = fit.leverages(best);
        GammaSampler random = new GammaSampler(options.seed());
        for (int i = 0; i < options.resampleCount(); i++) {
            scores.draw(random, leverages);
            double[] sample = elo(fit.best(best), options);
            for (int row = 0; row < samples.length; row++) {
                samples[row][i] = sample[row];
            }
        }
        return new Ratings(
                players,
                ratings(players, elo(best, options), samples, options),
                new BlackAdvantage(elo(best, options)[players.size()], interval(samples[players.size()], options)),
                Arrays.copyOf(samples, players.size()));
    }

    /** Returns which strengths are fixed: those of the anchors, or that of the average player without anchors. */
    static boolean[] fixed(List<String> players, RatingOptions options) {
        boolean[] isFixed = new boolean[players.size() + 2];
        for (int i = 0; i < players.size(); i++) {
            isFixed[i] = options.anchors().containsKey(players.get(i));
        }
        isFixed[players.size()] = options.anchors().isEmpty();
        return isFixed;
    }

    static double[] start(List<String> players, RatingOptions options) {
        double mean = options.anchors().values().stream()
                .mapToDouble(elo -> elo / Elo.PER_UNIT)
                .average()
                .orElse(0);
        double[] start = new double[players.size() + 2];
        Arrays.fill(start, 0, players.size() + 1, mean);
        options.anchors().forEach((player, elo) -> start[players.indexOf(player)] = elo / Elo.PER_UNIT);
        return start;
    }

    /** Returns the ratings of the players, and then Black's advantage. */
    static double[] elo(double[] strengths, RatingOptions options) {
        int playerCount = strengths.length - 2;
        double zero = options.anchors().isEmpty()
                ? Arrays.stream(strengths, 0, playerCount).average().orElse(0)
                : 0;
        double[] elo = new double[playerCount + 1];
        for (int i = 0; i < playerCount; i++) {
            elo[i] = (strengths[i] - zero) * Elo.PER_UNIT;
        }
        elo[playerCount] = strengths[playerCount + 1] * Elo.PER_UNIT;
        return elo;
    }

    private static List<Rating> ratings(List<String> players, double[] elo, double[][] samples, RatingOptions options) {
        return IntStream.range(0, players.size())
                .mapToObj(i -> rating(players.get(i), elo[i], samples[i], options))
                .sorted(Comparator.comparingDouble(Rating::elo).reversed().thenComparing(Rating::player))
                .toList();
    }

    private static Rating rating(String player, double elo, double[] samples, RatingOptions options) {
        Double anchor = options.anchors().get(player);
        return anchor == null
                ? new Rating(player, elo, interval(samples, options), false)
                : new Rating(player, anchor, new Interval(anchor, anchor), true);
    }

    private static Interval interval(double[] samples, RatingOptions options) {
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        return Interval.central(sorted, options.confidence());
    }

    /** Returns the ratings, strongest first, ties by name. */
    public List<Rating> ratings() {
        return ratings;
    }

    /**
     * Returns the rating of {@code player}.
     *
     * @throws InvalidValueException if there is no such player
     */
    public Rating rating(String player) {
        String name = players.get(number(player));
        return ratings.stream()
                .filter(rating -> rating.player().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the advantage of playing Black. */
    public BlackAdvantage blackAdvantage() {
        return blackAdvantage;
    }

    /**
     * Returns the likelihood of superiority, from 0 to 1: the probability that {@code player} is stronger than
     * {@code other}. It is the fraction of resamples in which it is; ties count as half.
     *
     * @throws InvalidValueException if there is no such player
     */
    public double superiority(String player, String other) {
        double[] own = samples[number(player)];
        double[] others = samples[number(other)];
        double count = 0;
        for (int i = 0; i < own.length; i++) {
            count += own[i] > others[i] ? 1 : own[i] == others[i] ? 0.5 : 0;
        }
        return count / own.length;
    }

    private int number(String player) {
        int number = Collections.binarySearch(players, player);
        if (number < 0) {
            throw InvalidValueException.not("player", '"' + player + '"', "one of " + players);
        }
        return number;
    }
}

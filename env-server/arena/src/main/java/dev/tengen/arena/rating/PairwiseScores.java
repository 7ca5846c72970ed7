package dev.tengen.arena.rating;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The scores of each two players against each other, as input of the fit. Games count once or with random weights. */
final class PairwiseScores {
    /*
     * Besides the real games there is a weak prior. A virtual average player comes after all others. Each of n players
     * has drawn (n + 1) / (n - 1) games with it, without colors: few if there are many players; three for two players,
     * who are connected only through the average player and each see half of the other's prior. With Black, the average
     * player has drawn eight games against itself. So no player has only wins or only losses, all players are
     * connected, and a few games do not move Black's advantage much, which komi keeps small.
     *
     * For intervals, each pair of games gets its own weight from the exponential distribution with mean 1: the Bayesian
     * bootstrap (Rubin 1981). The two sides of the prior's draws, half the points each, get independent weights from
     * gamma distributions with these means. With one opponent of known strength, one prior draw and no real draws, this
     * is exactly Jeffreys' interval for a proportion, beta(wins + 1/2, losses + 1/2), whose coverage is close to
     * nominal even without losses. A bootstrap that only resamples games gives no interval there.
     *
     * The spread of pairs is estimated from the pairs themselves. With k pairs the variance of the bootstrap is too
     * small by a factor of (k - 1) / (k + 1), and Student's distribution requires a further correction. To first order
     * both are powers of 1 - 1/k, where 1/k is the leverage of a pair, so the weights of pairs have the variance (1 -
     * leverage)^-3. The exponent was chosen by simulation; docs/reference/ratings.md has the figures.
     */
    private static final double ADVANTAGE_DRAWS = 8;

    private static final double MAX_LEVERAGE = 0.5;

    private final List<String> players;
    private final List<Matchup> matchups = new ArrayList<>();
    private final List<EqualPairs> pairs;

    /** The sums of points of the first and of the second player of each matchup. */
    private final double[] points;

    private final double[] otherPoints;

    /** Adds up {@code results}. The players are those in {@code results} and {@code others}, sorted by name. */
    PairwiseScores(List<GameResult> results, Collection<String> others) {
        // Sorted by name, not by time: the order in which games ended must not change an interval.
        this(
                GamePair.group(results.stream().sorted().toList()).stream()
                        .map(pair -> Map.entry(pair.games(), 1))
                        .toList(),
                others);
    }

    /**
     * Adds up pairs of games with the number of times that each was played. The players are those in {@code counted}
     * and {@code others}, sorted by name.
     */
    PairwiseScores(Collection<Map.Entry<List<GameResult>, Integer>> counted, Collection<String> others) {
        TreeSet<String> names = new TreeSet<>(others);
        counted.forEach(pair -> {
            names.add(pair.getKey().get(0).black());
            names.add(pair.getKey().get(0).white());
        });
        players = List.copyOf(names);
        Map<String, Integer> playerNumbers = new HashMap<>();
        players.forEach(player -> playerNumbers.put(player, playerNumbers.size()));
        int average = players.size();
        for (int player = 0; player < average; player++) {
            matchups.add(new Matchup(player, average, false));
        }
        matchups.add(new Matchup(average, average, true));
        Map<Matchup, Integer> numbers = new LinkedHashMap<>();
        Map<List<Entry>, Integer> counts = new LinkedHashMap<>();
        for (Map.Entry<List<GameResult>, Integer> pair : counted) {
            counts.merge(entries(pair.getKey(), playerNumbers, numbers), pair.getValue(), Integer::sum);
        }
        pairs = counts.entrySet().stream()
                .map(entry -> new EqualPairs(entry.getKey(), entry.getValue()))
                .toList();
        matchups.addAll(numbers.keySet());
        points = new double[matchups.size()];
        otherPoints = new double[matchups.size()];
        count();
    }

    private List<Entry> entries(
            List<GameResult> pair, Map<String, Integer> playerNumbers, Map<Matchup, Integer> numbers) {
        List<Entry> entries = new ArrayList<>();
        for (GameResult game : pair) {
            Matchup matchup = new Matchup(
                    playerNumbers.getOrDefault(game.black(), -1), playerNumbers.getOrDefault(game.white(), -1), true);
            int number = numbers.computeIfAbsent(matchup, key -> matchups.size() + numbers.size());
            entries.add(new Entry(number, game.blackPoints()));
        }
        return entries;
    }

    /** Returns the names of the players. The average player has the number after the last. */
    List<String> players() {
        return players;
    }

    /** Returns the number of matchups, including those of the prior. */
    int size() {
        return matchups.size();
    }

    /** Returns the matchup with a number. */
    Matchup matchup(int number) {
        return matchups.get(number);
    }

    /** Returns the sum of points of the first player of a matchup. */
    double points(int number) {
        return points[number];
    }

    /** Returns the sum of points of the second player of a matchup. */
    double otherPoints(int number) {
        return otherPoints[number];
    }

    /** Counts each game once, and the games of the prior as draws. */
    void count() {
        clear();
        for (int i = 0; i <= players.size(); i++) {
            points[i] = priorPoints(i);
            otherPoints[i] = priorPoints(i);
        }
        pairs.forEach(equal -> add(equal.pair, equal.count));
    }

    private double priorPoints(int matchup) {
        double playerCount = Math.max(players.size(), 2);
        double draws = matchup < players.size() ? (playerCount + 1) / (playerCount - 1) : ADVANTAGE_DRAWS;
        return draws / 2;
    }

    /**
     * Counts pairs of games, and the two sides of the prior's games, with random weights.
     *
     * @param leverages the leverage of one game of each matchup on its own expected points
     */
    void draw(GammaSampler random, double[] leverages) {
        clear();
        for (int i = 0; i <= players.size(); i++) {
            points[i] = random.gamma(priorPoints(i));
            otherPoints[i] = random.gamma(priorPoints(i));
        }
        for (EqualPairs equal : pairs) {
            add(equal.pair, random.sum(equal.count, variance(equal.pair, leverages)));
        }
    }

    private static double variance(List<Entry> pair, double[] leverages) {
        if (pair.size() == 1) {
            return 1;
        }
        double leverage = leverages[pair.get(0).matchup] + leverages[pair.get(1).matchup];
        double rest = 1 - Math.min(leverage, MAX_LEVERAGE);
        return 1 / (rest * rest * rest);
    }

    private void clear() {
        Arrays.fill(points, 0);
        Arrays.fill(otherPoints, 0);
    }

    private void add(List<Entry> pair, double weight) {
        for (Entry entry : pair) {
            points[entry.matchup] += weight * entry.points;
            otherPoints[entry.matchup] += weight * (1 - entry.points);
        }
    }

    /**
     * Two players that met.
     *
     * @param first the number of the first player, which has Black if the games are colored
     * @param second the number of the second player
     * @param isColored whether the first player has the advantage of Black
     */
    record Matchup(int first, int second, boolean isColored) {}

    /** Pairs of games of the same players with the same points, of which only the number matters. */
    private record EqualPairs(List<Entry> pair, int count) {}

    /** A game: the number of its matchup, and Black's points. */
    private record Entry(int matchup, double points) {}
}

package dev.tengen.arena.rating;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Who met whom and with what points, added up for the fit; points can be counted as they are or with random weights.
 */
final class PairwiseScores {
    /*
     * Besides the real games there is a weak prior. An average player, whom nobody knows, is the last of all. Each of n
     * players has drawn (n + 1) / (n - 1) games with the average, in which colors play no role: few where there are many
     * players, three for two, who are connected only through the average and see each other's prior in halves. The average
     * with Black has drawn eight games with itself. So nobody has only wins or only losses, everybody is connected with
     * everybody, and Black's advantage, which komi has made small, does not swing with a few games.
     *
     * For intervals each pair of games counts with a weight of its own, drawn from the exponential distribution of mean 1:
     * the Bayesian bootstrap (Rubin 1981). In place of half the points each, the two sides of the prior's draws get
     * independent weights from gamma distributions with these means. With one opponent of known strength, one prior draw
     * and no real ones, this is exactly Jeffreys' interval for a share, beta(wins + 1/2, losses + 1/2), which holds the true
     * share nearly as often as it says even where there are no losses. A bootstrap that only repeats games could not tell
     * an interval there.
     *
     * Pairs have a spread of their own, which is known from these pairs alone. Where there are k of them, the bootstrap's
     * variance is too small by (k - 1) / (k + 1), and Student's distribution asks for more still. To the first order both
     * are powers of 1 - 1/k, where 1/k is a pair's leverage, so weights of pairs have the variance (1 - leverage)^-3. The
     * exponent was chosen by simulation; docs/reference/ratings.md has the figures.
     */
    private static final double ADVANTAGE_DRAWS = 8;

    private static final double MAX_LEVERAGE = 0.5;

    private final List<String> players;
    private final List<Contest> contests = new ArrayList<>();
    private final List<List<Entry>> pairs;

    /** Black's, or the first's, and White's, or the second's, sums of points for each contest. */
    private final double[] points;

    private final double[] otherPoints;

    /** Counts {@code results} as they are. Players are those in {@code results} and {@code others}, in order of names. */
    PairwiseScores(List<GameResult> results, Collection<String> others) {
        TreeSet<String> names = new TreeSet<>(others);
        results.forEach(result -> {
            names.add(result.black());
            names.add(result.white());
        });
        players = List.copyOf(names);
        Map<String, Integer> playerNumbers = new HashMap<>();
        players.forEach(player -> playerNumbers.put(player, playerNumbers.size()));
        int average = players.size();
        for (int player = 0; player < average; player++) {
            contests.add(new Contest(player, average, false));
        }
        contests.add(new Contest(average, average, true));
        Map<Contest, Integer> numbers = new LinkedHashMap<>();
        // The order of names, not of time: who finished first must not change an interval.
        pairs = GamePair.group(results.stream().sorted().toList()).stream()
                .map(pair -> entries(pair, playerNumbers, numbers))
                .toList();
        contests.addAll(numbers.keySet());
        points = new double[contests.size()];
        otherPoints = new double[contests.size()];
        count();
    }

    private List<Entry> entries(GamePair pair, Map<String, Integer> playerNumbers, Map<Contest, Integer> numbers) {
        List<Entry> entries = new ArrayList<>();
        for (GameResult game : pair.games()) {
            Contest contest = new Contest(
                    playerNumbers.getOrDefault(game.black(), -1), playerNumbers.getOrDefault(game.white(), -1), true);
            int number = numbers.computeIfAbsent(contest, key -> contests.size() + numbers.size());
            entries.add(new Entry(number, game.blackPoints()));
        }
        return entries;
    }

    /** Returns the names of the players; the average player has the number after the last. */
    List<String> players() {
        return players;
    }

    /** Returns how many contests there are, those of the prior among them. */
    int size() {
        return contests.size();
    }

    /** Returns the contest with a number. */
    Contest contest(int number) {
        return contests.get(number);
    }

    /** Returns the sum of points of the first player of a contest. */
    double points(int number) {
        return points[number];
    }

    /** Returns the sum of points of the second player of a contest. */
    double otherPoints(int number) {
        return otherPoints[number];
    }

    /** Counts each game once and each of the prior as a draw. */
    void count() {
        clear();
        for (int i = 0; i <= players.size(); i++) {
            points[i] = priorPoints(i);
            otherPoints[i] = priorPoints(i);
        }
        pairs.forEach(pair -> add(pair, 1));
    }

    private double priorPoints(int contest) {
        double playerCount = Math.max(players.size(), 2);
        double draws = contest < players.size() ? (playerCount + 1) / (playerCount - 1) : ADVANTAGE_DRAWS;
        return draws / 2;
    }

    /**
     * Counts pairs of games, and the sides of the prior's games, with random weights.
     *
     * @param leverages for each contest how much one game of it moves its own expected points
     */
    void draw(GammaSampler random, double[] leverages) {
        clear();
        for (int i = 0; i <= players.size(); i++) {
            points[i] = random.gamma(priorPoints(i));
            otherPoints[i] = random.gamma(priorPoints(i));
        }
        for (List<Entry> pair : pairs) {
            add(pair, random.next(variance(pair, leverages)));
        }
    }

    private static double variance(List<Entry> pair, double[] leverages) {
        if (pair.size() == 1) {
            return 1;
        }
        double leverage = leverages[pair.get(0).contest] + leverages[pair.get(1).contest];
        double rest = 1 - Math.min(leverage, MAX_LEVERAGE);
        return 1 / (rest * rest * rest);
    }

    private void clear() {
        Arrays.fill(points, 0);
        Arrays.fill(otherPoints, 0);
    }

    private void add(List<Entry> pair, double weight) {
        for (Entry entry : pair) {
            points[entry.contest] += weight * entry.points;
            otherPoints[entry.contest] += weight * (1 - entry.points);
        }
    }

    /**
     * Two players who met.
     *
     * @param first the number of the first player, who has Black if the game is colored
     * @param second the number of the second player
     * @param isColored whether the first player has Black's advantage
     */
    record Contest(int first, int second, boolean isColored) {}

    /** A game: the number of its contest, and the points of Black. */
    private record Entry(int contest, double points) {}
}

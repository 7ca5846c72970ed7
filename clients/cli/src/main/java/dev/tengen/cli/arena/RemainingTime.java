package dev.tengen.cli.arena;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Estimates how long the rest of a tournament takes, from the durations of the games that this process has played.
 *
 * <p>Not thread-safe.
 */
final class RemainingTime {
    /*
     * The work that is left is the sum of the expected durations of the games that are left. Games of slow players take
     * many times as long as others, so each two players have an expected duration of their own: the mean of their
     * games. It starts from what all games of either player suggest, which counts as one game. The first games to end
     * are the short ones. So a running game that has taken longer than the mean already counts as one of that duration.
     *
     * The work is divided by the number of games that ran at a time so far, and by the share of the games that ended
     * here: other workers do the rest. At the end there is no game left for those who are done, on average for half of
     * a long game.
     */
    private final Map<Matchup, Integer> planned;
    private final int gameCount;
    private final Map<Matchup, Integer> endedCounts = new HashMap<>();
    private final Map<Matchup, Mean> durations = new HashMap<>();
    private final Map<String, Mean> playerDurations = new HashMap<>();
    private final Mean all = new Mean();
    private final Map<Object, Running> running = new HashMap<>();
    private int endedCount;
    private int ownCount;
    private int otherCount;
    private long firstNanos;

    /** Two players in alphabetical order. */
    record Matchup(String one, String other) {
        static Matchup of(String one, String other) {
            return one.compareTo(other) < 0 ? new Matchup(one, other) : new Matchup(other, one);
        }
    }

    private record Running(Matchup matchup, long startNanos) {}

    /** A mean of durations, in nanoseconds. */
    private static final class Mean {
        private double sum;
        private int count;

        void add(double nanos) {
            sum += nanos;
            count++;
        }

        double of() {
            return sum / count;
        }
    }

    /**
     * Creates an estimator.
     *
     * @param planned the number of games of each two players; empty if it depends on results
     * @param gameCount the number of all games
     */
    RemainingTime(Map<Matchup, Integer> planned, int gameCount) {
        this.planned = Map.copyOf(planned);
        this.gameCount = gameCount;
    }

    /** Counts a game that ended before this process started. */
    void endedBefore(String black, String white) {
        countEnd(Matchup.of(black, white));
    }

    /** Counts a game of another process, which has just ended. */
    void endedElsewhere(String black, String white) {
        countEnd(Matchup.of(black, white));
        otherCount++;
    }

    private void countEnd(Matchup matchup) {
        endedCounts.merge(matchup, 1, Integer::sum);
        endedCount++;
    }

    /** Counts a game that starts here at the time {@code nanos}. A game with the same id counts no longer. */
    void started(Object id, String black, String white, long nanos) {
        if (running.isEmpty() && ownCount == 0) {
            firstNanos = nanos;
        }
        running.put(id, new Running(Matchup.of(black, white), nanos));
    }

    /** Counts the end of a game that started here. */
    void ended(Object id, long nanos) {
        Running game = running.remove(id);
        if (game == null) {
            return; // The lease was lost meanwhile.
        }
        countEnd(game.matchup);
        ownCount++;
        double duration = nanos - game.startNanos;
        all.add(duration);
        durations.computeIfAbsent(game.matchup, key -> new Mean()).add(duration);
        for (String player : List.of(game.matchup.one, game.matchup.other)) {
            playerDurations.computeIfAbsent(player, key -> new Mean()).add(duration);
        }
    }

    /** Drops the games that run here: they are played again. */
    void drop() {
        running.clear();
    }

    /**
     * Returns the estimate at the time {@code nanos}; empty before the first game has ended here, and after the last.
     */
    Optional<Duration> at(long nanos) {
        if (ownCount == 0 || endedCount >= gameCount) {
            return Optional.empty();
        }
        double work = 0;
        double longest = 0;
        double busy = all.sum;
        Map<Matchup, Integer> begun = new HashMap<>(endedCounts);
        for (Running game : running.values()) {
            double elapsed = nanos - game.startNanos;
            double rest = Math.max(expected(game.matchup, nanos) - elapsed, 0);
            begun.merge(game.matchup, 1, Integer::sum);
            busy += elapsed;
            work += rest;
            longest = Math.max(longest, rest);
        }
        int begunCount = endedCount + running.size();
        if (planned.isEmpty()) {
            double duration = expected(Optional.empty(), nanos);
            work += Math.max(0, gameCount - begunCount) * duration;
            longest = begunCount < gameCount ? Math.max(longest, duration) : longest;
        }
        for (Map.Entry<Matchup, Integer> entry : planned.entrySet()) {
            int count = entry.getValue() - begun.getOrDefault(entry.getKey(), 0);
            if (count > 0) {
                double duration = expected(entry.getKey(), nanos);
                work += count * duration;
                longest = Math.max(longest, duration);
            }
        }
        double parallelCount = busy / Math.max(1, nanos - firstNanos);
        double share = (double) ownCount / (ownCount + otherCount);
        double idle = longest / 2 * Math.max(0, 1 - 1 / parallelCount);
        return Optional.of(Duration.ofNanos(Math.round(Math.max(work / parallelCount * share + idle, longest))));
    }

    private double expected(Matchup matchup, long nanos) {
        return expected(Optional.of(matchup), nanos);
    }

    /** Returns the expected duration of a game of {@code matchup}; of any game if empty. */
    private double expected(Optional<Matchup> matchup, long nanos) {
        Mean known = matchup.map(durations::get).orElseGet(() -> matchup.isEmpty() ? all : new Mean());
        double prior = matchup.map(this::prior).orElseGet(all::of);
        double mean = (known.sum + prior) / (known.count + 1);
        double sum = known.sum + prior;
        int count = known.count + 1;
        for (Running game : running.values()) {
            double elapsed = nanos - game.startNanos;
            if (elapsed > mean && (matchup.isEmpty() || matchup.get().equals(game.matchup))) {
                sum += elapsed;
                count++;
            }
        }
        return sum / count;
    }

    /* Each player takes its own time in a game: that adds up, and the mean of all is in both means. */
    private double prior(Matchup matchup) {
        Mean one = playerDurations.getOrDefault(matchup.one, all);
        Mean other = playerDurations.getOrDefault(matchup.other, all);
        return Math.max(one.of() + other.of() - all.of(), Math.min(one.of(), other.of()) / 2);
    }
}

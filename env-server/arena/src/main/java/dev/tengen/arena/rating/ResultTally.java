package dev.tengen.arena.rating;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The results of any number of games, in memory that depends on the number of players only: equal pairs of games are
 * counted, not kept. {@link Ratings#of(ResultTally, RatingOptions)} computes ratings from it.
 *
 * <p>Games of a pair count together from the moment when both are known. A pair whose other game is missing counts as a
 * single game. Not thread-safe; {@link #copy} makes a snapshot.
 */
public final class ResultTally {
    private static final Comparator<Map.Entry<List<GameResult>, Integer>> ORDER =
            Comparator.<Map.Entry<List<GameResult>, Integer>, GameResult>comparing(
                            entry -> entry.getKey().get(0))
                    .thenComparing(entry -> entry.getKey().get(entry.getKey().size() - 1))
                    .thenComparing(entry -> entry.getKey().size());

    /** How often each pair was played; the games have no names and are in order. */
    private final Map<List<GameResult>, Integer> pairs;

    /** The pairs with one known game, which may get another one. */
    private final Map<OpenPair, GameResult> open;

    private final Map<String, Tally> players;
    private long gameCount;

    private record OpenPair(String name, Set<String> players) {
        private static OpenPair of(String name, String black, String white) {
            return new OpenPair(name, Set.of(black, white));
        }
    }

    /** Creates an empty tally. */
    public ResultTally() {
        this(Map.of(), Map.of(), Map.of(), 0);
    }

    private ResultTally(
            Map<List<GameResult>, Integer> pairs,
            Map<OpenPair, GameResult> open,
            Map<String, Tally> players,
            long gameCount) {
        this.pairs = new HashMap<>(pairs);
        this.open = new HashMap<>(open);
        this.players = new TreeMap<>(players);
        this.gameCount = gameCount;
    }

    /** Returns a copy. */
    public ResultTally copy() {
        return new ResultTally(pairs, open, players, gameCount);
    }

    /** Adds the result of a game. A pair has at most two games. */
    public void add(GameResult result) {
        GameResult nameless = new GameResult(result.black(), result.white(), result.winner());
        gameCount++;
        count(result.black(), result.blackPoints());
        count(result.white(), 1 - result.blackPoints());
        if (result.pair().isEmpty()) {
            addPair(List.of(nameless));
            return;
        }
        OpenPair pair = OpenPair.of(result.pair(), result.black(), result.white());
        GameResult other = open.remove(pair);
        if (other == null) {
            open.put(pair, nameless);
        } else {
            addPair(new GamePair(other.compareTo(nameless) < 0 ? List.of(other, nameless) : List.of(nameless, other))
                    .games());
        }
    }

    private void count(String player, double points) {
        players.merge(player, Tally.of(points), Tally::plus);
    }

    private void addPair(List<GameResult> games) {
        pairs.merge(games, 1, Integer::sum);
    }

    /** Counts the known game of a pair, if there is one, as a single game: its other game was void. */
    public void close(String pair, String black, String white) {
        GameResult single = open.remove(OpenPair.of(pair, black, white));
        if (single != null) {
            addPair(List.of(single));
        }
    }

    /** Returns the number of games. */
    public long gameCount() {
        return gameCount;
    }

    /** Returns the wins, losses and draws of {@code player}. */
    public Tally games(String player) {
        return players.getOrDefault(player, Tally.NONE);
    }

    /**
     * Returns the pairs and how often each was played, in an order that does not depend on the order of {@link #add}.
     */
    List<Map.Entry<List<GameResult>, Integer>> pairs() {
        Map<List<GameResult>, Integer> all = new HashMap<>(pairs);
        open.values().forEach(single -> all.merge(List.of(single), 1, Integer::sum));
        List<Map.Entry<List<GameResult>, Integer>> sorted = new ArrayList<>(all.entrySet());
        sorted.sort(ORDER);
        return sorted;
    }
}

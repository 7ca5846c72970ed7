package dev.tengen.arena.rating;

import dev.tengen.base.InvalidValueException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The games of two players from one opening: two with colors swapped, or one if the other is not over or does not
 * exist.
 *
 * <p>The two games are not independent, since the opening favors one color in both. So a pair is the unit of all
 * statistics.
 *
 * @param games the games in the given order, one or two
 */
public record GamePair(List<GameResult> games) {
    /**
     * Creates a pair. Copies the list.
     *
     * @throws InvalidValueException if the games do not belong together
     */
    public GamePair {
        games = List.copyOf(games);
        InvalidValueException.requireWithin("games of a pair", games.size(), 1, 2);
        GameResult first = games.get(0);
        if (games.size() == 2 && !areSwapped(first, games.get(1))) {
            throw InvalidValueException.because(
                    "pair \"" + first.pair() + "\" is two games of " + first.black() + " with the same color",
                    "pair",
                    first.pair(),
                    "two games with colors swapped");
        }
    }

    private static boolean areSwapped(GameResult first, GameResult second) {
        return first.black().equals(second.white()) && first.white().equals(second.black());
    }

    /**
     * Groups {@code results} into pairs, in the order of their first games. Games belong together if their players and
     * the name of their pair are equal and the name is not empty.
     *
     * @throws InvalidValueException if a pair has more than two games, or two with the same colors
     */
    public static List<GamePair> group(List<GameResult> results) {
        Map<Key, List<GameResult>> games = new LinkedHashMap<>();
        int alone = 0;
        for (GameResult result : results) {
            // A number makes the key of a single game unique.
            int number = result.pair().isEmpty() ? ++alone : 0;
            games.computeIfAbsent(Key.of(result, number), key -> new ArrayList<>())
                    .add(result);
        }
        return games.values().stream().map(GamePair::new).toList();
    }

    /** Returns whether the pair has both games. */
    public boolean isComplete() {
        return games.size() == 2;
    }

    /** Returns the points of {@code player}, which must have played these games, from 0 to the number of games. */
    public double points(String player) {
        return games.stream().mapToDouble(game -> game.points(player)).sum();
    }

    /** Identifies the games of one pair. */
    private record Key(String pair, String first, String second, int number) {
        private static Key of(GameResult result, int number) {
            boolean isInOrder = result.black().compareTo(result.white()) < 0;
            return isInOrder
                    ? new Key(result.pair(), result.black(), result.white(), number)
                    : new Key(result.pair(), result.white(), result.black(), number);
        }
    }
}

package dev.tengen.arena.rating;

import dev.tengen.board.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The table of a tournament. A value of plain records, lists and numbers, none of them infinite, ready for JSON.
 *
 * @param rows the players, the strongest first
 * @param crosstable who has how many points against whom, in the order of the rows
 * @param superiority for each row and column the probability that the row's player is the stronger one; ½ with itself
 * @param blackAdvantage by how much having Black makes a player stronger
 * @param isAnchored whether ratings are on the scale of anchors; otherwise they are relative to the mean of all players
 * @param confidence how often an interval holds the true rating
 * @param duplicates games that were played more than once, which say less than they seem to
 */
public record Standings(
        List<Row> rows,
        Crosstable crosstable,
        List<List<Double>> superiority,
        BlackAdvantage blackAdvantage,
        boolean isAnchored,
        double confidence,
        List<DuplicateGame> duplicates) {
    /** Makes a table; the lists are copied. */
    public Standings {
        rows = List.copyOf(rows);
        superiority = superiority.stream().map(List::copyOf).toList();
        duplicates = List.copyOf(duplicates);
    }

    /**
     * Returns the table of all who played in {@code results} and of all anchors.
     *
     * <p>Throws {@link InvalidValueException} if a pair has more than two games, or two with the same colors.
     */
    public static Standings of(List<GameResult> results, RatingOptions options) {
        Ratings ratings = Ratings.of(results, options);
        List<String> players = ratings.ratings().stream().map(Rating::player).toList();
        Crosstable crosstable = Crosstable.of(players, results);
        List<List<Double>> superiority = players.stream()
                .map(player -> players.stream()
                        .map(other -> ratings.superiority(player, other))
                        .toList())
                .toList();
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < players.size(); i++) {
            Double toNext = i + 1 < players.size() ? superiority.get(i).get(i + 1) : null;
            rows.add(new Row(i + 1, ratings.ratings().get(i), crosstable.total(i), toNext));
        }
        return new Standings(
                rows,
                crosstable,
                superiority,
                ratings.blackAdvantage(),
                !options.anchors().isEmpty(),
                options.confidence(),
                DuplicateGame.find(results));
    }

    /**
     * A player's line.
     *
     * @param rank the place, from 1 up
     * @param rating the rating with its interval
     * @param games games, wins, losses and draws
     * @param superiorityToNext how probable it is that the player is stronger than the next one; null for the last
     */
    public record Row(
            int rank, Rating rating, Tally games, @Nullable Double superiorityToNext) {}
}

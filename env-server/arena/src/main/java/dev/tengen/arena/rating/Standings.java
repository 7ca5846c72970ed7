package dev.tengen.arena.rating;

import dev.tengen.base.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The standings of a tournament. All numbers are finite.
 *
 * @param rows the players, strongest first
 * @param crosstable the crosstable, in the order of the rows
 * @param superiority for each row and column the probability that the player of the row is the stronger one; ½ on the
 *     diagonal
 * @param blackAdvantage the advantage of playing Black
 * @param isAnchored whether ratings are on the scale of anchors; otherwise they are relative to the mean of all players
 * @param confidence the probability that an interval contains the true rating
 * @param duplicates games that were played more than once, which makes intervals too narrow
 */
public record Standings(
        List<Row> rows,
        Crosstable crosstable,
        List<List<Double>> superiority,
        BlackAdvantage blackAdvantage,
        boolean isAnchored,
        double confidence,
        List<DuplicateGame> duplicates) {
    /** Creates standings. Copies the lists. */
    public Standings {
        rows = List.copyOf(rows);
        superiority = superiority.stream().map(List::copyOf).toList();
        duplicates = List.copyOf(duplicates);
    }

    /**
     * Returns the standings of all players in {@code results} and of all anchors.
     *
     * @throws InvalidValueException if a pair has more than two games, or two with the same colors
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
     * The row of a player.
     *
     * @param rank the rank, from 1
     * @param rating the rating
     * @param games the wins, losses and draws
     * @param superiorityToNext the probability that the player is stronger than the next one; null for the last
     */
    public record Row(
            int rank, Rating rating, Tally games, @Nullable Double superiorityToNext) {}
}

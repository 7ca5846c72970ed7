package dev.tengen.web;

import com.google.common.collect.ImmutableListMultimap;
import dev.tengen.arena.host.LadderTable;
import dev.tengen.arena.rating.Rating;
import java.util.List;

/**
 * The ratings of the players of a ladder over time.
 *
 * @param byPlayer the ratings of each player, oldest first; none for a player without a game
 */
record LadderCourses(ImmutableListMultimap<String, Point> byPlayer) {
    /**
     * The rating of a player at a time.
     *
     * @param at the time
     * @param gameCount the number of games of all players before
     * @param elo the rating
     * @param eloLower the lower end of its interval
     * @param eloUpper the upper end of its interval
     */
    record Point(String at, int gameCount, double elo, double eloLower, double eloUpper) {
        private static Point of(LadderTable.Point point, Rating rating) {
            return new Point(
                    point.at().toString(),
                    point.gameCount(),
                    LadderJson.rounded(rating.elo()),
                    LadderJson.rounded(rating.interval().lower()),
                    LadderJson.rounded(rating.interval().upper()));
        }
    }

    /** Returns the courses that {@code history} has; the arena bounds the number of its points. */
    static LadderCourses of(List<LadderTable.Point> history) {
        ImmutableListMultimap.Builder<String, Point> byPlayer = ImmutableListMultimap.builder();
        history.forEach(point ->
                point.ratings().forEach(rating -> byPlayer.put(rating.player(), Point.of(point, rating))));
        return new LadderCourses(byPlayer.build());
    }

    /** Returns the ratings of {@code player}, oldest first. */
    List<Point> of(String player) {
        return byPlayer.get(player);
    }
}

package dev.tengen.arena.rating;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The ratings of all players in the course of a tournament.
 *
 * @param points the ratings after some of the games, the last point after all games
 */
public record RatingCourse(List<Point> points) {
    /**
     * The greatest number of points. With {@link #RESAMPLE_COUNT} it bounds the work to that of the usual standings.
     */
    public static final int MAX_POINT_COUNT = 20;

    private static final int RESAMPLE_COUNT = 100;

    /** Creates a course. Copies the list. */
    public RatingCourse {
        points = List.copyOf(points);
    }

    /**
     * Returns the course of {@code results}, which are in the order in which the games ended. Intervals are from fewer
     * resamples than {@code options} say.
     */
    public static RatingCourse of(List<GameResult> results, RatingOptions options) {
        RatingOptions quick = options.withResampleCount(RESAMPLE_COUNT);
        int pointCount = Math.min(MAX_POINT_COUNT, results.size());
        return new RatingCourse(IntStream.rangeClosed(1, pointCount)
                .map(point -> (int) ((long) point * results.size() / pointCount))
                .mapToObj(gameCount -> new Point(gameCount, Ratings.of(results.subList(0, gameCount), quick)))
                .toList());
    }

    /**
     * The ratings after some games.
     *
     * @param gameCount the number of games
     * @param ratings the ratings of the players that have a game, and of the anchors
     */
    public record Point(int gameCount, Ratings ratings) {}
}

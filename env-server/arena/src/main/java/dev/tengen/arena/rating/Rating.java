package dev.tengen.arena.rating;

/**
 * The rating of a player.
 *
 * @param player the player's name
 * @param elo the estimate in Elo, on the scale of {@link Ratings}
 * @param interval the confidence interval
 * @param isAnchor whether the rating was given; its interval is then a single value
 */
public record Rating(String player, double elo, Interval interval, boolean isAnchor) {}

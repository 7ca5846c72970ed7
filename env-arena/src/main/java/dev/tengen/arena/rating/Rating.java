package dev.tengen.arena.rating;

/**
 * How strong a player is, by what its games tell.
 *
 * @param player the player's name
 * @param elo the estimate on the Elo scale, relative to what {@link Ratings} says
 * @param interval where the true rating is, with the confidence asked for
 * @param isAnchor whether the rating was given; its interval is then the rating alone
 */
public record Rating(String player, double elo, Interval interval, boolean isAnchor) {}

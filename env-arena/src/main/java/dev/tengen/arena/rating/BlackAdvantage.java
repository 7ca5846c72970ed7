package dev.tengen.arena.rating;

/**
 * By how much having Black makes a player stronger, komi included.
 *
 * @param elo the estimate on the Elo scale, negative if White is better off
 * @param interval where the true advantage is, with the confidence asked for
 */
public record BlackAdvantage(double elo, Interval interval) {}

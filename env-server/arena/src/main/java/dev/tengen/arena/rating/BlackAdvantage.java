package dev.tengen.arena.rating;

/**
 * The advantage of playing Black, including the effect of komi.
 *
 * @param elo the estimate in Elo, negative if White has the advantage
 * @param interval the confidence interval of the advantage
 */
public record BlackAdvantage(double elo, Interval interval) {}

package dev.tengen.arena.rating;

import dev.tengen.base.InvalidValueException;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Options of the computation of ratings.
 *
 * @param anchors the known ratings by player; if empty, ratings are relative to the mean of all players
 * @param resampleCount the number of resamples for intervals, in [100, 1000000]
 * @param confidence the probability that an interval contains the true rating, in [0.5, 0.999]
 * @param seed the seed of the resamples
 */
public record RatingOptions(Map<String, Double> anchors, int resampleCount, double confidence, long seed) {
    /** Intervals of 95 % from 2,000 resamples, relative to the mean of all players. */
    public static final RatingOptions DEFAULT = new RatingOptions(Map.of(), 2_000, 0.95, 1);

    private static final double MAX_ANCHOR = 10_000;

    /**
     * Creates options. Copies the map.
     *
     * @throws InvalidValueException if a value is out of range
     */
    public RatingOptions {
        anchors = Collections.unmodifiableMap(new TreeMap<>(anchors));
        anchors.forEach(RatingOptions::requireAnchor);
        InvalidValueException.requireWithin("resampleCount", resampleCount, 100, 1_000_000);
        InvalidValueException.requireWithin("confidence", confidence, 0.5, 0.999);
    }

    private static void requireAnchor(String player, double elo) {
        if (player.isBlank()) {
            throw InvalidValueException.not("anchors", '"' + player + '"', "a player's name");
        }
        InvalidValueException.requireWithin("anchors[" + player + "]", elo, -MAX_ANCHOR, MAX_ANCHOR);
    }

    /** Returns these options with other anchors. */
    public RatingOptions withAnchors(Map<String, Double> newAnchors) {
        return new RatingOptions(newAnchors, resampleCount, confidence, seed);
    }

    /** Returns these options with another number of resamples. */
    public RatingOptions withResampleCount(int newResampleCount) {
        return new RatingOptions(anchors, newResampleCount, confidence, seed);
    }

    /** Returns these options with another seed. */
    public RatingOptions withSeed(long newSeed) {
        return new RatingOptions(anchors, resampleCount, confidence, newSeed);
    }
}

package dev.tengen.arena.rating;

import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;

/**
 * Ratings with a normal approximation of their uncertainty. They are cheaper than {@link Ratings}, whose intervals are
 * better, and serve to choose the next game. Immutable.
 */
public final class RatingEstimates {
    private final List<String> players;
    private final double[] strengths;

    /** The covariances of the strengths, in natural units. */
    private final double[][] covariances;

    private RatingEstimates(List<String> players, double[] strengths, double[][] covariances) {
        this.players = players;
        this.strengths = strengths;
        this.covariances = covariances;
    }

    /**
     * Returns the estimates of {@code players}, of all players of {@code tally} and of all anchors.
     *
     * @param players players that may have no game yet
     * @param options the anchors; the resamples are not used
     */
    public static RatingEstimates of(ResultTally tally, Collection<String> players, RatingOptions options) {
        Collection<String> others = new HashSet<>(players);
        others.addAll(options.anchors().keySet());
        PairwiseScores scores = new PairwiseScores(tally.pairs(), others);
        BradleyTerryFit fit = new BradleyTerryFit(scores, Ratings.fixed(scores.players(), options));
        double[] best = fit.best(Ratings.start(scores.players(), options));
        return new RatingEstimates(scores.players(), best, fit.covariances(best));
    }

    /** Returns whether {@code player} has an estimate. */
    public boolean has(String player) {
        return Collections.binarySearch(players, player) >= 0;
    }

    /** Returns how much stronger {@code player} is than {@code other}, in Elo. Both must have an estimate. */
    public double difference(String player, String other) {
        return (strengths[number(player)] - strengths[number(other)]) * Elo.PER_UNIT;
    }

    /**
     * Returns the information gain of one game: by how much it is expected to decrease the sum of the variances of all
     * ratings, in natural units. Both players must have an estimate.
     */
    public double informationGain(String player, String other) {
        int one = number(player);
        int two = number(other);
        double expected = Elo.expectedPoints((strengths[one] - strengths[two]) * Elo.PER_UNIT);
        double information = expected * (1 - expected);
        double squares = 0;
        for (int i = 0; i < players.size(); i++) {
            double shared = covariances[i][one] - covariances[i][two];
            squares += shared * shared;
        }
        double variance = covariances[one][one] + covariances[two][two] - 2 * covariances[one][two];
        return information * squares / (1 + information * variance);
    }

    private int number(String player) {
        int number = Collections.binarySearch(players, player);
        assert number >= 0 : player + " has no estimate";
        return number;
    }
}

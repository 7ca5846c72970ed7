package dev.tengen.arena.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.tengen.arena.rating.ScoreDifference;
import dev.tengen.arena.rating.SprtSpec;
import dev.tengen.arena.rating.SprtState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sequential test as JSON.
 *
 * @param candidate the player that is tested
 * @param opponent its opponent
 * @param spec the hypotheses and errors; written in line
 * @param lowerBound the ratio that accepts {@code elo0}
 * @param upperBound the ratio that accepts {@code elo1}
 * @param logLikelihoodRatio the present ratio
 * @param verdict the decision
 * @param scoreCounts how often each score was observed, from the lowest to the highest
 * @param difference the difference by these scores; null without any
 * @param course the ratio after each observation; null if it was not asked for
 */
public record SequentialTestJson(
        String candidate,
        String opponent,
        @JsonUnwrapped SprtSpec spec,
        double lowerBound,
        double upperBound,
        double logLikelihoodRatio,
        SprtState.Verdict verdict,
        List<Long> scoreCounts,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Difference difference,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<Double> course) {

    /**
     * A difference in strength as JSON, with its interval.
     *
     * @param elo the difference in Elo
     * @param eloLower the lower end of its interval
     * @param eloUpper the upper end
     * @param normalizedElo the difference in normalized Elo
     * @param normalizedEloLower the lower end of its interval
     * @param normalizedEloUpper the upper end
     * @param plainNormalizedElo the normalized Elo of the scores alone, without regularization; null if all scores are
     *     equal
     * @param confidence the probability that an interval contains the true difference
     */
    public record Difference(
            double elo,
            double eloLower,
            double eloUpper,
            double normalizedElo,
            double normalizedEloLower,
            double normalizedEloUpper,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Double plainNormalizedElo,

            double confidence) {
        private static Difference of(ScoreDifference difference) {
            return new Difference(
                    difference.elo(),
                    difference.interval().lower(),
                    difference.interval().upper(),
                    difference.normalizedElo(),
                    difference.normalizedInterval().lower(),
                    difference.normalizedInterval().upper(),
                    difference.plainNormalizedElo().isEmpty()
                            ? null
                            : (Double) difference.plainNormalizedElo().getAsDouble(),
                    ScoreDifference.CONFIDENCE);
        }
    }

    /** Returns the state of a test between {@code candidate} and {@code opponent} as JSON. */
    public static SequentialTestJson of(
            String candidate, String opponent, SprtState state, @Nullable List<Double> course) {
        SprtSpec spec = state.spec();
        return new SequentialTestJson(
                candidate,
                opponent,
                spec,
                spec.lowerBound(),
                spec.upperBound(),
                state.ratio(),
                state.verdict(),
                state.counts(),
                state.difference().map(Difference::of).orElse(null),
                course);
    }
}

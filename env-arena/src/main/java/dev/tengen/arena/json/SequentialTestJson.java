package dev.tengen.arena.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tengen.arena.rating.SprtSpec;
import dev.tengen.arena.rating.SprtState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sequential test as JSON.
 *
 * @param candidate the player that is tested
 * @param opponent its opponent
 * @param elo0 the null hypothesis in Elo
 * @param elo1 the alternative hypothesis in Elo
 * @param alpha the probability of accepting {@code elo1} where {@code elo0} holds
 * @param beta the probability of accepting {@code elo0} where {@code elo1} holds
 * @param unit what one observation is
 * @param lowerBound the ratio that accepts {@code elo0}
 * @param upperBound the ratio that accepts {@code elo1}
 * @param logLikelihoodRatio the present ratio
 * @param verdict the decision
 * @param scoreCounts how often each score was observed, from the lowest to the highest
 * @param course the ratio after each observation; null if it was not asked for
 */
public record SequentialTestJson(
        String candidate,
        String opponent,
        double elo0,
        double elo1,
        double alpha,
        double beta,
        String unit,
        double lowerBound,
        double upperBound,
        double logLikelihoodRatio,
        String verdict,
        List<Long> scoreCounts,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<Double> course) {

    /** Returns the state of a test between {@code candidate} and {@code opponent} as JSON. */
    public static SequentialTestJson of(
            String candidate, String opponent, SprtState state, @Nullable List<Double> course) {
        SprtSpec spec = state.spec();
        return new SequentialTestJson(
                candidate,
                opponent,
                spec.elo0(),
                spec.elo1(),
                spec.alpha(),
                spec.beta(),
                spec.unit().name(),
                spec.lowerBound(),
                spec.upperBound(),
                state.ratio(),
                state.verdict().name(),
                state.counts(),
                course);
    }
}

package dev.tengen.arena.pairing;

import dev.tengen.arena.rating.RatingEstimates;
import dev.tengen.arena.rating.RatingOptions;
import dev.tengen.base.SplitMix64;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** The rule of the ladder, and others to compare it with. */
public enum LadderRules {
    /** The rule of the ladder. */
    INFORMATION(OpponentRule.INFORMATION),
    /** The opponent with the closest rating. */
    CLOSEST((estimates, player, opponent) -> -Math.abs(estimates.difference(player, opponent))),
    /** Any opponent. */
    RANDOM(new OpponentRule() {
        private final SplitMix64 random = new SplitMix64(5);

        @Override
        public double value(RatingEstimates estimates, String player, String opponent) {
            return random.nextLong() >>> 1;
        }
    });

    private final OpponentRule rule;

    LadderRules(OpponentRule rule) {
        this.rule = rule;
    }

    /** Returns a factory of ladders without anchors that pair by this rule. */
    public Function<LongSupplier, LadderPairing> ladder() {
        return time -> new LadderPairing(Set.of(), RatingOptions.DEFAULT, 1000, time, rule);
    }
}

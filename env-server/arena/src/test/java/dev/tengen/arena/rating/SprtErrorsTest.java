package dev.tengen.arena.rating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tengen.arena.rating.SprtSpec.Unit;
import dev.tengen.arena.rating.SprtState.Verdict;
import dev.tengen.base.SplitMix64;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests with an error probability of 5 % fail in at most 5 of 100 simulated matches at either hypothesis. */
class SprtErrorsTest {
    private static final int FEW = 300;
    private static final int SOME = 2_000;
    private static final int MANY = 10_000;

    /** Matches of a candidate whose strength is that of one hypothesis. */
    enum Design {
        PAIRS(Unit.PAIR, 0, 50, 0, 0, 0.2),
        DRAWS(Unit.PAIR, 0, 50, 0, 0.5, 0.2),
        OPENINGS_DECIDE(Unit.PAIR, 0, 50, 60, 0, 0.9),
        LONG_MATCHES(Unit.PAIR, 0, 20, 0, 0.5, 0.2),
        SHORT_MATCHES(Unit.PAIR, 0, 100, 0, 0, 0.2),
        FAR_FROM_EVEN(Unit.PAIR, 100, 200, 0, 0, 0.2),
        GAMES(Unit.GAME, 0, 50, 0, 0, 0);

        private final SprtSpec spec;
        private final double blackAdvantage;
        private final double drawShare;
        private final double openingShare;

        Design(Unit unit, double elo0, double elo1, double blackAdvantage, double drawShare, double openingShare) {
            spec = new SprtSpec(elo0, elo1, 0.05, 0.05, unit);
            this.blackAdvantage = blackAdvantage;
            this.drawShare = drawShare;
            this.openingShare = openingShare;
        }
    }

    @ParameterizedTest
    @EnumSource
    @Tag("full")
    void verdicts_fewMatches_areSeldomWrong(Design design) {
        assertThat(wrongShare(design, Verdict.ELO0, FEW)).isLessThan(0.08);
        assertThat(wrongShare(design, Verdict.ELO1, FEW)).isLessThan(0.08);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("long")
    void verdicts_manyMatches_areWrongAsSeldomAsPromised(Design design) {
        double wrongAtElo0 = wrongShare(design, Verdict.ELO0, MANY);
        double wrongAtElo1 = wrongShare(design, Verdict.ELO1, MANY);

        System.out.printf("%s: %.1f %% wrong at elo0, %.1f %% at elo1%n", design, 100 * wrongAtElo0, 100 * wrongAtElo1);
        assertThat(wrongAtElo0).isLessThanOrEqualTo(0.05);
        assertThat(wrongAtElo1).isLessThanOrEqualTo(0.05);
    }

    /**
     * Candidates whose strength lies between the hypotheses get each verdict as often as Wald's approximation says,
     * which neglects by how much the last pair crosses a bound. At the hypotheses themselves the tests are somewhat
     * safer than it.
     */
    @ParameterizedTest
    @CsvSource({"0, 0.07", "10, 0.07", "25, 0.05", "50, 0.07"})
    @Tag("long")
    void verdicts_strengthBetweenTheHypotheses_areAsFrequentAsInTheory(double strength, double tolerance) {
        int[] counts = verdictCounts(Design.PAIRS, strength, SOME);
        double accepted = (double) counts[Verdict.ELO1.ordinal()] / SOME;
        double expected = waldAcceptance(Design.PAIRS.spec, strength);

        System.out.printf(
                "%.0f Elo: H1 %.1f %%, H0 %.1f %%, no verdict %.1f %%; by Wald's approximation H1 %.1f %%%n",
                strength,
                100 * accepted,
                100.0 * counts[Verdict.ELO0.ordinal()] / SOME,
                100.0 * counts[Verdict.GIVEN_UP.ordinal()] / SOME,
                100 * expected);
        assertThat(accepted).isCloseTo(expected, within(tolerance));
        assertThat(counts[Verdict.GIVEN_UP.ordinal()]).isZero();
    }

    /** Returns the probability that a candidate of {@code strength} is accepted as stronger, for small differences. */
    private static double waldAcceptance(SprtSpec spec, double strength) {
        double h = 1 - 2 * (strength - spec.elo0()) / (spec.elo1() - spec.elo0());
        double upper = Math.log((1 - spec.beta()) / spec.alpha());
        double lower = Math.log(spec.beta() / (1 - spec.alpha()));
        if (Math.abs(h) < 1e-9) {
            return -lower / (upper - lower);
        }
        return (1 - Math.exp(h * lower)) / (Math.exp(h * upper) - Math.exp(h * lower));
    }

    /** Returns the share of matches that end with a wrong verdict or none. */
    private static double wrongShare(Design design, Verdict right, int count) {
        double strength = right == Verdict.ELO0 ? design.spec.elo0() : design.spec.elo1();
        return (double) (count - verdictCounts(design, strength, count)[right.ordinal()]) / count;
    }

    /** Returns how many matches of a candidate of {@code strength} end with each verdict. */
    private static int[] verdictCounts(Design design, double strength, int count) {
        SimulatedTournament players = new SimulatedTournament(
                new double[] {strength, 0}, design.blackAdvantage, design.drawShare, design.openingShare);
        SplitMix64 random = new SplitMix64(3);
        int[] counts = new int[Verdict.values().length];
        for (int i = 0; i < count; i++) {
            SprtState state = SprtState.start(design.spec);
            while (state.verdict() == Verdict.UNDECIDED) {
                state = afterPair(state, new GamePair(players.pairs(0, 1, 1, random)));
            }
            counts[state.verdict().ordinal()]++;
        }
        return counts;
    }

    private static SprtState afterPair(SprtState state, GamePair pair) {
        if (state.spec().unit() == Unit.PAIR) {
            return state.after(pair.points("p0"));
        }
        return state.after(pair.games().get(0).points("p0"))
                .after(pair.games().get(1).points("p0"));
    }
}

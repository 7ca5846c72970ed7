package dev.tengen.arena.rating;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Intervals of 95 % contain the true rating in 93 to 97 of 100 simulated tournaments. In small ones they contain it
 * more often: a few games have few possible results, and no choice of intervals could contain the truth in exactly 95
 * %.
 */
@Tag("full")
class CoverageTest {
    private static final int FEW = 60;
    private static final int MANY = 1_000;

    /** Tournaments of players with known strengths. */
    enum Design {
        ROUND_ROBIN(10, 0, "", 0, 60, 120, 200, 300, 400),
        ANCHORED(10, 0, "p1", 0, 60, 120, 200, 300, 400),
        GAUNTLET(10, 0, "", 0, 50, -100, 200, 150),
        ANCHORED_GAUNTLET(10, 0, "p1", 0, 50, -100, 200, 150),
        FEW_GAMES(3, 0, "", 0, 50, 100, 200),
        WIDE(20, 0, "", 0, 200, 400, 600, 800, 1_000),
        DRAWS(20, 0.9, "", 0, 50, 100, 200),
        TWO_PLAYERS(10, 0, "", 0, 100),
        MANY_PLAYERS(2, 0, "", 0, 50, 100, 150, 200, 250, 300, 350, 400, 450),
        SMALL_ONE_PAIR(1, 0, "", 0, 100),
        SMALL_TWO_PAIRS(2, 0, "", 0, 100),
        SMALL_THREE_PAIRS(3, 0, "", 0, 100),
        SMALL_THREE_PAIRS_UNEQUAL(3, 0, "", 0, 300),
        SMALL_FIVE_PAIRS(5, 0, "", 0, 100),
        SMALL_FIVE_PAIRS_UNEQUAL(5, 0, "", 0, 300),
        SMALL_THREE_PLAYERS_ONE_PAIR(1, 0, "", 0, 100, 200),
        SMALL_THREE_PLAYERS_TWO_PAIRS(2, 0, "", 0, 100, 200),
        SMALL_FOUR_PLAYERS_ONE_PAIR(1, 0, "", 0, 50, 100, 200),
        SMALL_FOUR_PLAYERS_TWO_PAIRS(2, 0, "", 0, 50, 100, 200),
        SMALL_SIX_PLAYERS_ONE_PAIR(1, 0, "", 0, 60, 120, 200, 300, 400),
        SMALL_SIX_PLAYERS_TWO_PAIRS(2, 0, "", 0, 60, 120, 200, 300, 400);

        private final int pairCount;
        private final Optional<String> anchor;
        private final SimulatedTournament tournament;

        Design(int pairCount, double drawShare, String anchor, double... elo) {
            this.pairCount = pairCount;
            this.anchor = Optional.of(anchor).filter(name -> !name.isEmpty());
            tournament = new SimulatedTournament(elo, 30, drawShare, 0.3);
        }

        private boolean isSmall() {
            return name().startsWith("SMALL");
        }

        private List<GameResult> play(SplitMix64 random) {
            boolean isGauntlet = this == GAUNTLET || this == ANCHORED_GAUNTLET;
            return isGauntlet ? tournament.gauntlet(pairCount, random) : tournament.roundRobin(pairCount, random);
        }
    }

    @ParameterizedTest
    @EnumSource
    void intervals_fewTournaments_coverRoughly(Design design) {
        assertThat(coverage(design, FEW, 200)).isBetween(0.88, design.isSmall() ? 1 : 0.999);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("long")
    void intervals_manyTournaments_coverAsPromised(Design design) {
        double coverage = coverage(design, MANY, 500);

        System.out.printf("%s: intervals of 95 %% hold the truth in %.1f %%%n", design, 100 * coverage);
        assertThat(coverage).isBetween(0.93, design.isSmall() ? 1 : 0.97);
    }

    private static double coverage(Design design, int count, int resampleCount) {
        double[] elo = design.tournament.elo();
        double zero =
                design.anchor.isPresent() ? 0 : Arrays.stream(elo).average().orElseThrow();
        SplitMix64 random = new SplitMix64(7);
        int held = 0;
        int asked = 0;
        for (int i = 0; i < count; i++) {
            Map<String, Double> anchors = design.anchor
                    .map(name -> Map.of(name, elo[Integer.parseInt(name.substring(1))]))
                    .orElse(Map.of());
            RatingOptions options = new RatingOptions(anchors, resampleCount, 0.95, i);
            for (Rating rating : Ratings.of(design.play(random), options).ratings()) {
                if (!rating.isAnchor()) {
                    double truth = elo[Integer.parseInt(rating.player().substring(1))] - zero;
                    held += rating.interval().contains(truth) ? 1 : 0;
                    asked++;
                }
            }
        }
        return (double) held / asked;
    }
}

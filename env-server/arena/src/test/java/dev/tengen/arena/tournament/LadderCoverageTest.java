package dev.tengen.arena.tournament;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.rating.Rating;
import dev.tengen.arena.rating.RatingOptions;
import dev.tengen.arena.rating.Ratings;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Twelve agents of known strength on a ladder: the order is right, and intervals of 95 % contain the true ratings in 93
 * to 97 %, even though the ladder chooses opponents by the ratings.
 */
@Tag("full")
class LadderCoverageTest {
    /** Twelve agents, 60 Elo apart. The first is an anchor in the anchored runs. */
    private static final double[] ELO = {0, 60, 120, 180, 240, 300, 360, 420, 480, 540, 600, 660};

    private static final double BLACK_ADVANTAGE = 30;

    private record Outcome(double coverage, double meanWidth, double meanRankError) {}

    private static Outcome run(int runCount, int gameCount, boolean isAnchored, int resampleCount) {
        Map<String, Double> anchors = isAnchored ? Map.of("p0", ELO[0], "p6", ELO[6]) : Map.of();
        double zero = isAnchored ? 0 : Arrays.stream(ELO).average().orElseThrow();
        int held = 0;
        int asked = 0;
        double width = 0;
        double rankErrors = 0;
        for (int run = 0; run < runCount; run++) {
            LadderSimulation ladder =
                    new LadderSimulation(ELO, BLACK_ADVANTAGE, run, LadderSimulation.anchored(anchors));
            ladder.play(gameCount);
            RatingOptions options = new RatingOptions(anchors, resampleCount, 0.95, run);
            List<Rating> ratings = Ratings.of(ladder.pairing().tally(), options).ratings();
            for (int rank = 0; rank < ratings.size(); rank++) {
                Rating rating = ratings.get(rank);
                int player = Integer.parseInt(rating.player().substring(1));
                rankErrors += Math.abs(ELO.length - 1 - player - rank);
                if (!rating.isAnchor()) {
                    held += rating.interval().contains(ELO[player] - zero) ? 1 : 0;
                    width += rating.interval().upper() - rating.interval().lower();
                    asked++;
                }
            }
        }
        return new Outcome((double) held / asked, width / asked, rankErrors / (runCount * ELO.length));
    }

    @Test
    void order_manyGames_isThatOfTheStrengths() {
        LadderSimulation ladder = new LadderSimulation(ELO, BLACK_ADVANTAGE, 1, LadderSimulation.anchored(Map.of()));

        ladder.play(4_000);

        assertThat(Ratings.of(ladder.pairing().tally(), RatingOptions.DEFAULT.withResampleCount(100))
                        .ratings())
                .extracting(Rating::player)
                .containsExactly("p11", "p10", "p9", "p8", "p7", "p6", "p5", "p4", "p3", "p2", "p1", "p0");
    }

    @Test
    void intervals_fewLadders_coverRoughly() {
        assertThat(run(20, 600, false, 200).coverage).isBetween(0.88, 0.999);
    }

    @Test
    @Tag("long")
    void intervals_200Ladders_coverAsPromised() {
        Outcome free = run(200, 600, false, 1_000);
        Outcome anchored = run(200, 600, true, 1_000);

        System.out.printf("ladder without anchors: %s%nladder with two anchors: %s%n", free, anchored);
        assertThat(free.coverage).isBetween(0.93, 0.97);
        assertThat(anchored.coverage).isBetween(0.93, 0.97);
    }

    @Test
    @Tag("long")
    void intervals_fewGamesEach_coverAsPromised() {
        for (int gameCount : new int[] {120, 240, 1_200, 2_400}) {
            Outcome outcome = run(200, gameCount, false, 500);

            System.out.printf("ladder of %d games: %s%n", gameCount, outcome);
            assertThat(outcome.coverage).isBetween(0.93, gameCount < 240 ? 1 : 0.97);
        }
    }
}

package dev.tengen.arena.rating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.hipparchus.distribution.continuous.BetaDistribution;
import org.junit.jupiter.api.Test;

class RatingsTest {
    private static final RatingOptions OPTIONS = RatingOptions.DEFAULT;
    private static final SimulatedTournament FOUR =
            new SimulatedTournament(new double[] {0, 100, 200, 300}, 20, 0.2, 0.3);

    @Test
    void ratings_noGames_areNone() {
        assertThat(Ratings.of(List.of(), OPTIONS).ratings()).isEmpty();
    }

    @Test
    void ratings_oneGame_leanToTheWinner() {
        Ratings ratings = Ratings.of(Results.games(1, "a", "b", Color.BLACK), OPTIONS);

        assertThat(ratings.rating("a").elo()).isBetween(10.0, 100.0);
        assertThat(ratings.rating("b").elo()).isCloseTo(-ratings.rating("a").elo(), within(1e-6));
        assertThat(ratings.rating("a").interval().contains(0)).isTrue();
        assertFinite(ratings);
    }

    @Test
    void ratings_oneGameOfAnAnchor_staysNear() {
        Ratings ratings =
                Ratings.of(Results.games(1, "a", "b", Color.BLACK), OPTIONS.withAnchors(Map.of("b", 1_800.0)));

        assertThat(ratings.rating("a").elo()).isBetween(1_800.0, 2_000.0);
        assertThat(ratings.rating("b")).isEqualTo(new Rating("b", 1_800, new Interval(1_800, 1_800), true));
        assertFinite(ratings);
    }

    @Test
    void ratings_twentyWinsAndNoLoss_lowerEndIsAboutThatOfJeffreys() {
        List<GameResult> results = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            results.addAll(Results.pair("pair " + i, "a", "b", 1, 1));
        }
        Ratings ratings = Ratings.of(results, OPTIONS);
        double least = ratings.rating("a").interval().lower()
                - ratings.rating("b").interval().upper();

        double share = new BetaDistribution(20.5, 0.5).inverseCumulativeProbability(0.025);
        assertThat(least).isCloseTo(Elo.difference(share), within(25.0));
        assertFinite(ratings);
    }

    @Test
    void ratings_groupsThatNeverMet_areRatedAroundTheSameMeanWithWideIntervals() {
        List<GameResult> results =
                Results.all(FOUR.pairs(0, 1, 20, new SplitMix64(1)), FOUR.pairs(2, 3, 20, new SplitMix64(2)));
        Ratings ratings = Ratings.of(results, OPTIONS);

        double first = ratings.rating("p0").elo() + ratings.rating("p1").elo();
        double second = ratings.rating("p2").elo() + ratings.rating("p3").elo();
        assertThat(first).isCloseTo(second, within(30.0));
        assertThat(ratings.superiority("p3", "p0")).isBetween(0.3, 0.9);
        assertThat(width(ratings, "p0")).isGreaterThan(250);
        assertFinite(ratings);
    }

    @Test
    void ratings_anchoredAndFree_differByAShiftOnly() {
        List<GameResult> results = FOUR.roundRobin(10, new SplitMix64(3));
        Ratings low = Ratings.of(results, OPTIONS.withAnchors(Map.of("p1", -500.0)));
        Ratings high = Ratings.of(results, OPTIONS.withAnchors(Map.of("p1", 2_500.0)));
        Ratings free = Ratings.of(results, OPTIONS);
        double shift = -500 - free.rating("p1").elo();

        for (String player : List.of("p0", "p2", "p3")) {
            assertThat(high.rating(player).elo()).isCloseTo(low.rating(player).elo() + 3_000, within(1e-5));
            assertThat(high.rating(player).interval().lower())
                    .isCloseTo(low.rating(player).interval().lower() + 3_000, within(1e-5));
            assertThat(low.rating(player).elo()).isCloseTo(free.rating(player).elo() + shift, within(1e-5));
        }
    }

    @Test
    void ratings_everybodyAnchored_areTheAnchors() {
        List<GameResult> results = Results.games(3, "a", "b", Color.WHITE);
        Ratings ratings = Ratings.of(results, OPTIONS.withAnchors(Map.of("a", 100.0, "b", 0.0, "c", 50.0)));

        assertThat(ratings.ratings()).extracting(Rating::player).containsExactly("a", "c", "b");
        assertThat(ratings.ratings()).allMatch(Rating::isAnchor);
        assertThat(ratings.superiority("a", "b")).isEqualTo(1);
    }

    @Test
    void ratings_anchorsFarApart_areFinite() {
        List<GameResult> results = Results.all(Results.pair("1", "a", "c", 1, 1), Results.pair("1", "b", "c", 0, 0));
        Ratings ratings = Ratings.of(results, OPTIONS.withAnchors(Map.of("a", 10_000.0, "b", -10_000.0)));

        assertThat(ratings.rating("c").elo()).isBetween(-10_000.0, 11_000.0);
        assertThat(ratings.rating("c").interval().lower()).isGreaterThan(-11_000);
        assertThat(ratings.rating("c").interval().upper()).isLessThan(12_000);
    }

    @Test
    void ratings_gamesInAnotherOrder_areTheSame() {
        List<GameResult> results = FOUR.roundRobin(5, new SplitMix64(4));
        List<GameResult> shuffled = new ArrayList<>(results);
        Collections.shuffle(shuffled, new Random(1));

        Ratings ratings = Ratings.of(results, OPTIONS);
        Ratings again = Ratings.of(shuffled, OPTIONS);

        assertThat(again.ratings()).isEqualTo(ratings.ratings());
        assertThat(again.blackAdvantage()).isEqualTo(ratings.blackAdvantage());
        assertThat(Ratings.of(results, OPTIONS.withSeed(2)).ratings()).isNotEqualTo(ratings.ratings());
    }

    @Test
    void ratings_manyGames_findStrengthsAndAdvantage() {
        Ratings ratings = Ratings.of(FOUR.roundRobin(4_000, new SplitMix64(5)), OPTIONS.withResampleCount(100));

        for (int player = 0; player < 4; player++) {
            assertThat(ratings.rating("p" + player).elo()).isCloseTo(100 * player - 150, within(7.0));
        }
        assertThat(ratings.blackAdvantage().elo()).isCloseTo(20, within(7.0));
    }

    @Test
    void rating_unknownPlayer_isRefused() {
        Ratings ratings = Ratings.of(Results.games(1, "a", "b", Color.BLACK), OPTIONS);

        assertThatThrownBy(() -> ratings.rating("c"))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("player \"c\" is not one of [a, b]");
    }

    @Test
    void options_outOfRange_areRefused() {
        assertThatThrownBy(() -> OPTIONS.withResampleCount(99))
                .hasMessage("resampleCount 99 is outside [100, 1000000]");
        assertThatThrownBy(() -> OPTIONS.withAnchors(Map.of("a", Double.NaN)))
                .hasMessage("anchors[a] NaN is outside [-10000.0, 10000.0]");
        assertThatThrownBy(() -> OPTIONS.withAnchors(Map.of(" ", 0.0)))
                .hasMessage("anchors \" \" is not a player's name");
        assertThatThrownBy(() -> new RatingOptions(Map.of(), 100, 1, 0))
                .hasMessage("confidence 1.0 is outside [0.5, 0.999]");
    }

    private static double width(Ratings ratings, String player) {
        Interval interval = ratings.rating(player).interval();
        return interval.upper() - interval.lower();
    }

    private static void assertFinite(Ratings ratings) {
        for (Rating rating : ratings.ratings()) {
            assertThat(rating.interval().contains(rating.elo())).isTrue();
            assertThat(Math.abs(rating.interval().lower())).isLessThan(10_000);
            assertThat(Math.abs(rating.interval().upper())).isLessThan(10_000);
        }
    }
}

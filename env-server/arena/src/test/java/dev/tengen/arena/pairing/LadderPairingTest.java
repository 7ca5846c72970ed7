package dev.tengen.arena.pairing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.rating.GameResult;
import dev.tengen.arena.rating.RatingOptions;
import dev.tengen.board.Color;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LadderPairingTest {
    private long now;

    private LadderPairing ladder(String... players) {
        return ladder(Map.of(), players);
    }

    private LadderPairing ladder(Map<String, Double> anchors, String... players) {
        LadderPairing ladder =
                new LadderPairing(anchors.keySet(), RatingOptions.DEFAULT.withAnchors(anchors), 8, () -> now);
        List.of(players).forEach(ladder::joined);
        anchors.keySet().forEach(ladder::joined);
        return ladder;
    }

    /** Plays both games of a pair, both won by {@code winner}. */
    private static void play(LadderPairing ladder, PlannedPair pair, String winner) {
        ladder.started(pair);
        pair.games()
                .forEach(game -> ladder.ended(new GameResult(
                        game.black(),
                        game.white(),
                        game.black().equals(winner) ? Color.BLACK : Color.WHITE,
                        game.pair(),
                        0)));
    }

    private static PlannedPair only(List<PlannedPair> pairs) {
        assertThat(pairs).hasSize(1);
        return pairs.get(0);
    }

    private static Set<String> players(PlannedPair pair) {
        return Set.of(pair.first(), pair.second());
    }

    @Test
    void next_onePlayer_isNone() {
        assertThat(ladder("a").next(Set.of(), Set.of())).isEmpty();
    }

    @Test
    void next_playerWithFewestGames_comesFirst() {
        LadderPairing ladder = ladder("a", "b", "c", "d");
        play(ladder, new PlannedPair("a", "b", 0, 0), "a");
        play(ladder, new PlannedPair("a", "c", 0, 1), "a");

        assertThat(only(ladder.next(Set.of(), Set.of())).isOf("d")).isTrue();
    }

    @Test
    void next_opponents_areOfSimilarStrength() {
        LadderPairing ladder = ladder(Map.of("weak", 0.0, "strong", 2_000.0, "close", 1_000.0), "a");
        for (int i = 0; i < 6; i++) {
            play(ladder, new PlannedPair("a", "close", i, 0), i % 2 == 0 ? "a" : "close");
        }
        play(ladder, new PlannedPair("a", "weak", 0, 0), "a");

        assertThat(players(only(ladder.next(Set.of(), Set.of())))).containsExactlyInAnyOrder("a", "close");
    }

    @Test
    void next_houseAlone_isNone() {
        assertThat(ladder(Map.of("x", 0.0, "y", 100.0)).next(Set.of(), Set.of()))
                .isEmpty();
    }

    @Test
    void next_absentPlayers_areLeftOut() {
        assertThat(players(only(ladder("a", "b", "c").next(Set.of("b"), Set.of()))))
                .containsExactlyInAnyOrder("a", "c");
    }

    @Test
    void next_repeatedPair_isAvoidedWhileAnotherIsFree() {
        LadderPairing ladder = ladder("a", "b", "c");
        play(ladder, new PlannedPair("a", "b", 0, 0), "a");

        assertThat(only(ladder.next(Set.of(), Set.of())).isOf("c")).isTrue();
    }

    @Test
    void next_onlyARepeatedPairIsFree_waitsForAThirdPlayerAndThenPlays() {
        LadderPairing ladder = ladder("a", "b", "c", "d");
        play(ladder, new PlannedPair("c", "d", 0, 0), "c");
        ladder.started(new PlannedPair("a", "b", 0, 0));
        now += Duration.ofSeconds(60).toNanos();
        Set<String> others = Set.of("c", "d");

        assertThat(ladder.next(others, others)).isEmpty();
        now += Duration.ofSeconds(119).toNanos();
        assertThat(ladder.next(others, others)).isEmpty();
        now += Duration.ofSeconds(2).toNanos();
        assertThat(players(only(ladder.next(others, others)))).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void next_twoPlayers_meetAgainAtOnceFromAnotherOpening() {
        LadderPairing ladder = ladder("a", "b");
        PlannedPair first = only(ladder.next(Set.of(), Set.of()));
        play(ladder, first, "a");

        PlannedPair second = only(ladder.next(Set.of(), Set.of()));

        assertThat(second.meeting()).isEqualTo(1);
        assertThat(second.opening()).isNotEqualTo(first.opening());
        assertThat(second.first()).isNotEqualTo(first.first());
    }

    @Test
    void next_manyPairs_firstBlackIsBalanced() {
        LadderPairing ladder = ladder("a", "b", "c", "d", "e");
        List<PlannedPair> pairs = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            PlannedPair pair = only(ladder.next(Set.of(), Set.of()));
            pairs.add(pair);
            play(ladder, pair, i % 2 == 0 ? pair.first() : pair.second());
        }

        for (String player : List.of("a", "b", "c", "d", "e")) {
            long first =
                    pairs.stream().filter(pair -> pair.first().equals(player)).count();
            long second =
                    pairs.stream().filter(pair -> pair.second().equals(player)).count();
            assertThat(Math.abs(first - second)).as(player).isLessThanOrEqualTo(2);
            assertThat(first + second).as(player).isBetween(35L, 45L);
        }
        assertThat(pairs).doesNotHaveDuplicates();
    }

    @Test
    void begin_afterGames_forgetsThem() {
        LadderPairing ladder = ladder("a", "b");
        play(ladder, new PlannedPair("a", "b", 0, 0), "a");

        ladder.begin();

        assertThat(ladder.tally().gameCount()).isZero();
        assertThat(ladder.next(Set.of(), Set.of())).isEmpty();
    }

    @Test
    void voided_oneGameOfAPair_theOtherCounts() {
        LadderPairing ladder = ladder("a", "b");
        PlannedPair pair = new PlannedPair("a", "b", 0, 0);
        ladder.started(pair);
        ladder.ended(new GameResult("a", "b", Color.BLACK, pair.name(), 0));

        ladder.voided(pair.games().get(1));

        assertThat(ladder.tally().games("a").wins()).isEqualTo(1);
        assertThat(ladder.tally().gameCount()).isEqualTo(1);
    }
}

package dev.tengen.arena.pairing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.rating.GamePair;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SwissPairingTest {
    @ParameterizedTest
    @CsvSource({"2, 3, 1", "3, 4, 2", "4, 3, 2", "9, 5, 3", "16, 6, 8"})
    void playAll_anyNumberOfPlayers_givesEachEnoughPairs(int playerCount, int pairCount, int atOnce) {
        List<String> players = players(playerCount);
        SwissPairing swiss = new SwissPairing(players, 50, pairCount);
        TournamentRun run = new TournamentRun(swiss, players, playerCount);

        run.playAll(atOnce);

        assertThat(swiss.isOver(run.progress())).isTrue();
        assertThat(GamePair.group(run.progress().results())).allMatch(GamePair::isComplete);
        for (String player : players) {
            assertThat(run.pairCount(player)).isBetween((long) pairCount, pairCount + 1L);
        }
    }

    @Test
    void next_enoughOthers_meetsNoPlayerAgain() {
        List<String> players = players(16);
        TournamentRun run = new TournamentRun(new SwissPairing(players, 50, 5), players, 3);

        run.playAll(8);

        assertThat(run.progress().started()).allMatch(pair -> pair.meeting() == 0);
    }

    @Test
    void next_atAnyTime_matchesPlayersWhoDidAboutAsWell() {
        List<String> players = players(16);
        TournamentRun run = new TournamentRun(new SwissPairing(players, 50, 7), players, 4);
        double differences = 0;
        do {
            for (PlannedPair pair : run.start(8)) {
                differences += difference(run.progress(), pair.first(), pair.second());
            }
        } while (run.endOne(""));
        double all = 0;
        for (String player : players) {
            for (String other : players) {
                all += difference(run.progress(), player, other);
            }
        }

        assertThat(differences / run.progress().started().size()).isLessThan(1);
        assertThat(all / (16 * 15)).isGreaterThan(2);
    }

    private static double difference(TournamentProgress progress, String player, String other) {
        return Math.abs(progress.balance(player) - progress.balance(other));
    }

    @Test
    void next_start_givesOnePairToEachPlayer() {
        List<PlannedPair> pairs = new SwissPairing(players(8), 1, 3).next(TournamentProgress.NONE, 100);

        assertThat(pairs).hasSize(4);
        assertThat(pairs.stream().flatMap(pair -> List.of(pair.first(), pair.second()).stream()))
                .doesNotHaveDuplicates();
    }

    @Test
    void next_onePlayerStuck_continuesWithAllOthers() {
        List<String> players = players(8);
        TournamentRun run = new TournamentRun(new SwissPairing(players, 10, 4), players, 5);
        do {
            run.start(100);
        } while (run.endOne("p0"));

        // At most two players wait for the one that is stuck.
        assertThat(players.subList(1, 8).stream().filter(player -> run.pairCount(player) < 4))
                .hasSizeLessThanOrEqualTo(2);
        assertThat(run.pairCount("p0")).isLessThanOrEqualTo(2);
    }

    @Test
    void next_twoAreFreeWhoHaveMet_givesThemOthersWhoAreBusy() {
        List<String> players = players(4);
        SwissPairing swiss = new SwissPairing(players, 10, 3);
        TournamentRun run = new TournamentRun(swiss, players, 6);
        run.start(2);
        while (run.endOne("p2")) {
            assertThat(swiss.isOver(run.progress())).isFalse();
        }

        assertThat(run.start(2)).hasSize(2).allMatch(pair -> pair.meeting() == 0);
    }

    /** Players that are present are paired with each other. Players that arrive late still find opponents. */
    @Test
    void next_absentPlayers_neitherPlayNorWait() {
        List<String> players = players(5);
        SwissPairing swiss = new SwissPairing(players, 10, 3);
        TournamentRun run = new TournamentRun(swiss, players, 7);
        run.absent(Set.of("p0", "p3"));

        run.playAll(4);

        assertThat(players.stream().map(run::pairCount)).containsExactly(0L, 4L, 3L, 0L, 3L);
        assertThat(swiss.isOver(run.progress())).isFalse();
        run.absent(Set.of());
        run.playAll(4);
        assertThat(swiss.isOver(run.progress())).isTrue();
        assertThat(players).allMatch(player -> run.pairCount(player) >= 3);
    }

    private static List<String> players(int count) {
        return IntStream.range(0, count).mapToObj(i -> "p" + i).toList();
    }
}

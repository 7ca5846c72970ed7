package dev.tengen.arena.pairing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.arena.rating.GamePair;
import dev.tengen.base.InvalidValueException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {
    private static final List<String> PLAYERS = List.of("a", "b", "c", "d", "e", "f");

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 6})
    void roundRobin_anyNumberOfPlayers_meetsEachTwoAsOftenAsAsked(int playerCount) {
        List<String> players = PLAYERS.subList(0, playerCount);
        TournamentRun run = new TournamentRun(Schedule.roundRobin(players, 2, 3), players, 1);

        run.playAll(4);

        List<GamePair> pairs = GamePair.group(run.progress().results());
        assertThat(pairs).hasSize(3 * playerCount * (playerCount - 1) / 2).allMatch(GamePair::isComplete);
        for (String player : players) {
            assertThat(run.pairCount(player)).isEqualTo(3L * (playerCount - 1));
        }
        assertThat(Schedule.roundRobin(players, 2, 3).isOver(run.progress())).isTrue();
    }

    @Test
    void roundRobin_atAnyTime_hasPlayersAboutAsFar() {
        List<PlannedPair> pairs = Schedule.roundRobin(PLAYERS, 1, 1).next(TournamentProgress.NONE, 6);

        for (String player : PLAYERS) {
            assertThat(pairs).filteredOn(pair -> pair.isOf(player)).hasSize(2);
        }
    }

    @Test
    void roundRobin_eachPair_hasOneOpeningAndBothColors() {
        PlannedPair pair = Schedule.roundRobin(PLAYERS, 2, 3)
                .next(TournamentProgress.NONE, 100)
                .get(44);

        assertThat(pair.meeting()).isEqualTo(2);
        assertThat(pair.opening()).isZero();
        assertThat(pair.games())
                .containsExactly(
                        new PlannedPair.PlannedGame(pair.first(), pair.second(), "meeting 2, opening 0", 0),
                        new PlannedPair.PlannedGame(pair.second(), pair.first(), "meeting 2, opening 0", 0));
    }

    @Test
    void gauntlet_others_doNotMeetEachOther() {
        List<PlannedPair> pairs = Schedule.gauntlet(PLAYERS, 4, 2).next(TournamentProgress.NONE, 100);

        assertThat(pairs).hasSize(10).allMatch(pair -> pair.first().equals("a"));
        assertThat(pairs).extracting(PlannedPair::opening).containsOnly(0, 1);
    }

    @Test
    void next_oneGameStuck_continuesWithAllOthers() {
        TournamentRun run = new TournamentRun(Schedule.roundRobin(PLAYERS, 1, 2), PLAYERS, 2);
        do {
            run.start(3);
        } while (run.endOne("a"));

        assertThat(run.progress().started()).hasSize(30);
        assertThat(Schedule.roundRobin(PLAYERS, 1, 2).isOver(run.progress())).isFalse();
    }

    @Test
    void next_absentPlayer_isLeftOut() {
        Schedule schedule = Schedule.roundRobin(PLAYERS, 1, 1);

        assertThat(schedule.next(TournamentProgress.NONE, Set.of("c"), 100))
                .hasSize(10)
                .isEqualTo(schedule.next(TournamentProgress.NONE, 100).stream()
                        .filter(pair -> !pair.isOf("c"))
                        .toList());
    }

    @Test
    void entrants_thatCannotPlay_areRefused() {
        assertThatThrownBy(() -> Schedule.roundRobin(List.of("a"), 1, 1))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("players 1 is outside [2, 2147483647]");
        assertThatThrownBy(() -> Schedule.gauntlet(List.of("a", "a"), 1, 1))
                .hasMessage("players \"a\" is not a unique name");
        assertThatThrownBy(() -> Schedule.gauntlet(PLAYERS, 0, 1))
                .hasMessage("openingCount 0 is outside [1, 2147483647]");
        assertThatThrownBy(() -> Schedule.gauntlet(PLAYERS, 1, 0))
                .hasMessage("meetingCount 0 is outside [1, 2147483647]");
        assertThatThrownBy(() -> Schedule.gauntlet(PLAYERS, 1, 1).next(TournamentProgress.NONE, -1))
                .hasMessage("count -1 is outside [0, 2147483647]");
    }
}

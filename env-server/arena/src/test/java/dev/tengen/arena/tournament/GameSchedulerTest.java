package dev.tengen.arena.tournament;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.pairing.LivePairing;
import dev.tengen.arena.pairing.Pairing;
import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.arena.pairing.PlannedPair.PlannedGame;
import dev.tengen.arena.pairing.Schedule;
import dev.tengen.arena.pairing.SwissPairing;
import dev.tengen.arena.pairing.TournamentProgress;
import dev.tengen.arena.rating.GameResult;
import dev.tengen.board.Color;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GameSchedulerTest {
    private static final List<String> PLAYERS = List.of("a", "b", "c");

    private static Optional<GameResult> lossOfBlack(GamePlan plan) {
        PlannedGame game = plan.game();
        return Optional.of(new GameResult(game.black(), game.white(), Color.WHITE, game.pair(), 0));
    }

    private static GameScheduler agenda(Pairing pairing) {
        return new GameScheduler(pairing.begin(), 0, List.of(), (pairCount, pair) -> plan(pair));
    }

    private static List<GamePlan> plan(PlannedPair pair) {
        return List.of(new GamePlan(pair, 0), new GamePlan(pair, 1));
    }

    private static GamePlan take(GameScheduler agenda) {
        return agenda.take(Set.of()).orElseThrow();
    }

    private GamePlan takeAndEnd(GameScheduler agenda) {
        GamePlan plan = take(agenda);
        agenda.done(plan, lossOfBlack(plan));
        return plan;
    }

    @Test
    void take_all_isEachPairTwiceWithColorsSwapped() {
        GameScheduler agenda = agenda(Schedule.roundRobin(PLAYERS, 2, 4));

        List<GamePlan> plans = new ArrayList<>();
        for (int i = 0; i < 3 * 4 * 2; i++) {
            assertThat(agenda.isEmpty()).isFalse();
            plans.add(takeAndEnd(agenda));
        }

        assertThat(agenda.take(Set.of())).isEmpty();
        assertThat(agenda.isEmpty()).isTrue();
        assertThat(plans).extracting(GamePlan::id).doesNotHaveDuplicates();
        assertThat(plans).extracting(plan -> plan.seed(7, 1)).doesNotHaveDuplicates();
        Set<String> games = new HashSet<>();
        plans.forEach(plan -> games.add(
                plan.game().black() + plan.game().white() + plan.game().opening()));
        assertThat(games).as("players, colors and openings").hasSize(3 * 2 * 2);
    }

    @Test
    void take_playersWithAGameUnderWay_comeLast() {
        GameScheduler agenda = agenda(Schedule.roundRobin(PLAYERS, 1, 3));
        GamePlan slow = take(agenda);

        for (int i = 0; i < 2 * 3 * 2; i++) {
            assertThat(takeAndEnd(agenda).pair().games()).doesNotContain(swapped(slow), slow.game());
        }

        assertThat(take(agenda)).isEqualTo(new GamePlan(slow.pair(), 1));
    }

    private static PlannedGame swapped(GamePlan plan) {
        return plan.pair().games().get(1 - plan.index());
    }

    @Test
    void take_pairThatHasBegun_isEndedFirst() {
        GameScheduler agenda = agenda(Schedule.gauntlet(PLAYERS, 1, 1));

        GamePlan first = takeAndEnd(agenda);

        assertThat(takeAndEnd(agenda)).isEqualTo(new GamePlan(first.pair(), 1));
    }

    @Test
    void take_nothingBeforeAGameEnds_isNothingAndThenThat() {
        GameScheduler agenda = agenda(new SwissPairing(List.of("a", "b"), 1, 2));
        GamePlan first = take(agenda);
        GamePlan second = take(agenda);

        agenda.done(first, lossOfBlack(first));
        assertThat(agenda.take(Set.of())).isEmpty();
        agenda.done(second, lossOfBlack(second));

        assertThat(take(agenda).pair().meeting()).isEqualTo(1);
    }

    /** Those who are absent at the start would otherwise meet each other, and others more often. */
    @Test
    void take_swissThatWaitsForAll_startsWhenNobodyIsAbsent() {
        GameScheduler agenda = agenda(new SwissPairing(List.of("a", "b", "c", "d"), 1, 2, true));

        assertThat(agenda.take(Set.of("d"))).isEmpty();
        assertThat(agenda.isEmpty()).isFalse();
        assertThat(agenda.take(Set.of())).isPresent();
        assertThat(agenda.take(Set.of("d"))).isPresent();
    }

    @Test
    void take_swissThatWaitsForAll_doesNotWaitForThoseWhoHaveWithdrawn() {
        GameScheduler agenda = agenda(new SwissPairing(List.of("a", "b", "c", "d"), 1, 2, true));
        agenda.setWithdrawn(Set.of("d"));

        assertThat(agenda.take(Set.of("c", "d"))).isEmpty();
        GamePlan first = agenda.take(Set.of("d")).orElseThrow();

        assertThat(first.pair().isOfAny(Set.of("d"))).isFalse();
    }

    @Test
    void take_absentPlayer_othersContinue() {
        GameScheduler agenda = agenda(Schedule.roundRobin(PLAYERS, 1, 1));
        GamePlan begun = take(agenda);
        String absent = begun.pair().first();

        for (int i = 0; i < 2; i++) {
            GamePlan plan = agenda.take(Set.of(absent)).orElseThrow();
            assertThat(plan.pair().isOfAny(Set.of(absent))).isFalse();
            agenda.done(plan, lossOfBlack(plan));
        }

        assertThat(agenda.take(Set.of(absent))).isEmpty();
        assertThat(agenda.isEmpty()).isFalse();
        assertThat(take(agenda).pair().isOfAny(Set.of(absent))).isTrue();
    }

    @Test
    void new_gamesThatWait_areTakenBeforeOthers() {
        Schedule pairing = Schedule.gauntlet(PLAYERS, 1, 2);
        PlannedPair last = pairing.next(TournamentProgress.NONE, 4).get(3);
        GamePlan waiting = new GamePlan(last, 1);

        LivePairing live = pairing.begin();
        live.started(last);
        GameScheduler agenda = new GameScheduler(live, 1, List.of(waiting), (pairCount, pair) -> plan(pair));

        assertThat(take(agenda)).isEqualTo(waiting);
        for (int i = 0; i < 3 * 2; i++) {
            assertThat(takeAndEnd(agenda).pair()).isNotEqualTo(last);
        }
        assertThat(agenda.isEmpty()).isTrue();
    }
}

package dev.tengen.arena.tournament;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.game.ArenaGame;
import dev.tengen.arena.game.GameReport;
import dev.tengen.arena.game.GameSpec;
import dev.tengen.arena.game.PlayerSeat;
import dev.tengen.arena.game.SystemTime;
import dev.tengen.arena.opening.Opening;
import dev.tengen.arena.pairing.Schedule;
import dev.tengen.arena.pairing.Swiss;
import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AgendaTest {
    private static final List<String> PLAYERS = List.of("a", "b", "c");

    private final SystemTime time = new SystemTime();

    @AfterEach
    void stop() {
        time.close();
    }

    /** Returns the report of a game that Black lost at once. */
    private GameReport report(GamePlan plan) {
        GameSpec spec = new GameSpec(Opening.empty(Grid.square(3)), Rules.TROMP_TAYLOR);
        PlayerSeat black = PlayerSeat.absent(plan.game().black(), "lost");
        PlayerSeat white = PlayerSeat.absent(plan.game().white(), "won");
        return new ArenaGame(plan.id(), plan.game().pair(), spec, black, white, time)
                .start()
                .join();
    }

    private GamePlan takeAndEnd(Agenda agenda) throws InterruptedException {
        GamePlan plan = agenda.take().orElseThrow();
        agenda.done(plan, report(plan));
        return plan;
    }

    @Test
    void take_all_isEachPairTwiceWithColorsSwapped() throws InterruptedException {
        Agenda agenda = new Agenda(Schedule.roundRobin(PLAYERS, 2, 4));

        List<GamePlan> plans = new ArrayList<>();
        for (int i = 0; i < 3 * 4 * 2; i++) {
            plans.add(takeAndEnd(agenda));
        }

        assertThat(agenda.take()).isEmpty();
        assertThat(plans).extracting(GamePlan::id).doesNotHaveDuplicates();
        assertThat(plans).extracting(plan -> plan.seed(7, 1)).doesNotHaveDuplicates();
        Set<String> games = new HashSet<>();
        plans.forEach(plan -> games.add(
                plan.game().black() + plan.game().white() + plan.game().opening()));
        assertThat(games).as("players, colors and openings").hasSize(3 * 2 * 2);
    }

    @Test
    void take_playersWithAGameUnderWay_comeLast() throws InterruptedException {
        Agenda agenda = new Agenda(Schedule.roundRobin(PLAYERS, 1, 3));
        GamePlan slow = agenda.take().orElseThrow();

        for (int i = 0; i < 2 * 3 * 2; i++) {
            assertThat(takeAndEnd(agenda).hasPlayersOf(slow)).isFalse();
        }

        assertThat(agenda.take().orElseThrow().hasPlayersOf(slow)).isTrue();
    }

    @Test
    void take_pairThatHasBegun_isEndedFirst() throws InterruptedException {
        Agenda agenda = new Agenda(Schedule.gauntlet(PLAYERS, 1, 1));

        GamePlan first = takeAndEnd(agenda);

        assertThat(takeAndEnd(agenda)).isEqualTo(new GamePlan(first.pair(), 1));
    }

    @Test
    void take_nothingBeforeAGameEnds_waitsForIt() throws Exception {
        Agenda agenda = new Agenda(new Swiss(List.of("a", "b"), 1, 2));
        GamePlan first = agenda.take().orElseThrow();
        GamePlan second = agenda.take().orElseThrow();
        CompletableFuture<Optional<GamePlan>> waiting = takeElsewhere(agenda);

        agenda.done(first, report(first));
        assertThat(waiting).isNotCompleted();
        agenda.done(second, report(second));

        assertThat(waiting.get(30, TimeUnit.SECONDS)).isPresent();
    }

    @Test
    void cancel_whoeverWaits_getsNothing() throws Exception {
        Agenda agenda = new Agenda(Schedule.gauntlet(List.of("a", "b"), 1, 1));
        agenda.take();
        agenda.take();
        CompletableFuture<Optional<GamePlan>> waiting = takeElsewhere(agenda);

        agenda.cancel();

        assertThat(waiting.get(30, TimeUnit.SECONDS)).isEmpty();
        assertThat(agenda.take()).isEmpty();
    }

    private static CompletableFuture<Optional<GamePlan>> takeElsewhere(Agenda agenda) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return agenda.take();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }
}

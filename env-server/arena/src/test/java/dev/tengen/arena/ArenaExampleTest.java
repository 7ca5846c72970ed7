package dev.tengen.arena;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.clock.TimeControl;
import dev.tengen.arena.game.GameReport;
import dev.tengen.arena.game.GameSpec;
import dev.tengen.arena.game.SystemTimeSource;
import dev.tengen.arena.opening.Opening;
import dev.tengen.arena.opening.RandomOpenings;
import dev.tengen.arena.pairing.Schedule;
import dev.tengen.arena.rating.GameResult;
import dev.tengen.arena.rating.RatingOptions;
import dev.tengen.arena.rating.Standings;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.GameId;
import dev.tengen.arena.store.StoredPlayer;
import dev.tengen.arena.store.StoredTournament;
import dev.tengen.arena.tournament.BuiltInEntrant;
import dev.tengen.arena.tournament.Entrant;
import dev.tengen.arena.tournament.StoredTournamentRunner;
import dev.tengen.arena.tournament.TournamentConfig;
import dev.tengen.arena.tournament.TournamentListener;
import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.player.Players;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example in {@code docs/guide/arena.md}. */
class ArenaExampleTest {
    @Test
    void example_roundRobin_hasStandings(@TempDir Path folder) throws InterruptedException {
        Grid grid = Grid.square(7);
        List<Opening> openings = new RandomOpenings(grid, Rules.TROMP_TAYLOR, 4, 1).draw(5);
        TimeControl time = TimeControl.parse("1m+3x5s");
        GameSpec game = new GameSpec(openings.get(0), Rules.TROMP_TAYLOR, 500, time, Duration.ofMillis(50));
        ExecutorService threads = Executors.newCachedThreadPool();
        try (SystemTimeSource clock = new SystemTimeSource();
                ArenaStore store = ArenaStore.open(folder.resolve("arena.db").toString())) {
            List<Entrant> players = List.of(
                    new BuiltInEntrant("greedy", Players.GREEDY, threads),
                    new BuiltInEntrant("random", Players.RANDOM, threads));
            Schedule pairing = Schedule.roundRobin(List.of("greedy", "random"), openings.size(), 5);
            TournamentConfig spec = new TournamentConfig(players, pairing, game, openings, 2, 1);

            List<StoredPlayer> stored = List.of(new StoredPlayer("greedy", "{}"), new StoredPlayer("random", "{}"));
            store.tournaments().create(new StoredTournament("cup", "{}", 1, stored, Instant.now()));
            List<GameReport> reports = new ArrayList<>();
            new StoredTournamentRunner(store, "cup", spec, clock).run(new TournamentListener() {
                @Override
                public void ended(GameId id, GameReport report) {
                    reports.add(report);
                }
            });

            List<GameResult> results =
                    reports.stream().flatMap(report -> report.result().stream()).toList();
            Standings standings = Standings.of(results, RatingOptions.DEFAULT);
            assertThat(standings.rows().get(0).rating().player()).isEqualTo("greedy");
            assertThat(reports).hasSize(10);
            assertThat(reports.get(0).toSgf()).startsWith("(;GM[1]FF[4]").contains("TM[60]OT[3x5 byo-yomi]");
        } finally {
            threads.shutdown();
        }
    }
}

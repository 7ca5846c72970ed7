package dev.tengen.cli.arena;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.arena.rating.GameResult;
import dev.tengen.arena.rating.RatingOptions;
import dev.tengen.arena.rating.Standings;
import dev.tengen.arena.settings.FormatSettings;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.StoredGame;
import dev.tengen.arena.store.StoredResult;
import dev.tengen.arena.store.Winner;
import dev.tengen.arena.store.WorkerLease;
import dev.tengen.arena.store.WorkerSettings;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDisplayTest {
    private static final TournamentSettings CUP = TournamentSettings.of(
            "cup",
            List.of(new PlayerSettings("ada", "greedy"), new PlayerSettings("ben", "random")),
            new FormatSettings.RoundRobin(3),
            Grid.square(5));
    private static final List<GameResult> RESULTS =
            List.of(new GameResult("ada", "ben", Color.BLACK), new GameResult("ben", "ada", Color.WHITE));

    @Test
    void lines_players_standInTheirOrder() {
        List<String> lines = new StandingsTable(Standings.of(RESULTS, RatingOptions.DEFAULT)).lines(9);

        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).matches("  #  player .* Elo .* points .* > next");
        assertThat(lines.get(1)).matches("  1  ada +\\+\\d+ +\\d+ +2\\.0 +2 +2 +0 +0  \\d+\\.\\d %");
        assertThat(lines.get(2)).matches("  2  ben +-\\d+ +\\d+ +0\\.0 +2 +0 +0 +2");
    }

    @Test
    void lines_knownRating_isReportedAsThat() {
        RatingOptions options = RatingOptions.DEFAULT.withAnchors(Map.of("ben", 1500.0));

        List<String> lines = new StandingsTable(Standings.of(RESULTS, options)).lines(9);

        assertThat(lines.get(1)).matches("  1  ada +1[5-9]\\d\\d +\\d+ .*");
        assertThat(lines.get(2)).matches("  2  ben +1500 +known .*");
    }

    @Test
    void lines_fewerThanPlayers_areTheFirst() {
        assertThat(new StandingsTable(Standings.of(RESULTS, RatingOptions.DEFAULT)).lines(1))
                .hasSize(2);
        assertThat(new StandingsTable(Standings.of(RESULTS, RatingOptions.DEFAULT)).line(1))
                .matches("ada \\+\\d+ \\+/- \\d+, \\.\\.\\.");
    }

    @Test
    void onTerminal_gamesBefore_standInBarAndTable(@TempDir Path folder) {
        assertThat(drawn(CUP, 1, folder.resolve("arena.db")))
                .contains("1/6 games")
                .contains("  1  ada ");
    }

    @Test
    void onTerminal_swissWithMoreGamesThanTheMinimum_countsThemInTheTotal(@TempDir Path folder) {
        TournamentSettings swiss =
                TournamentSettings.of("cup", CUP.players(), new FormatSettings.Swiss(1, false), Grid.square(5));

        assertThat(drawn(swiss, 1, folder.resolve("few.db"))).contains("1/2 games");
        assertThat(drawn(swiss, 3, folder.resolve("more.db"))).contains("3/3 games");
    }

    /**
     * Returns what a terminal shows of a tournament with two planned pairs, {@code endedCount} games of which ended.
     */
    private static String drawn(TournamentSettings settings, int endedCount, Path file) {
        ByteArrayOutputStream drawn = new ByteArrayOutputStream();
        try (ArenaStore store = ArenaStore.open(file.toString())) {
            store.tournaments().create(settings.stored(Instant.EPOCH));
            List<StoredGame> games = store.games()
                    .plan("cup", List.of(new PlannedPair("ada", "ben", 0, 0), new PlannedPair("ada", "ben", 1, 0)));
            WorkerLease lease = store.workers()
                    .join("cup", new WorkerSettings("one", WorkerSettings.DEFAULT_LEASE, List.of("ada", "ben"), 1));
            for (StoredGame game : games.subList(0, endedCount)) {
                store.games().claim(lease, game.id(), Instant.EPOCH);
                store.results()
                        .record(lease, new StoredResult(game.id(), Winner.BLACK, "PASSES", 1, "", Instant.EPOCH));
            }
            new TerminalDisplay(RunProgress.of(settings, store), new PrintStream(drawn, true, StandardCharsets.UTF_8))
                    .close();
        }
        return drawn.toString(StandardCharsets.UTF_8);
    }
}

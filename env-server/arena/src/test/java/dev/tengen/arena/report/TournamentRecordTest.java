package dev.tengen.arena.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.arena.rating.SprtSpec;
import dev.tengen.arena.rating.SprtState;
import dev.tengen.arena.rating.Standings;
import dev.tengen.arena.settings.FormatSettings;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.GameState;
import dev.tengen.arena.store.StoredGame;
import dev.tengen.arena.store.StoredResult;
import dev.tengen.arena.store.Winner;
import dev.tengen.arena.store.WorkerLease;
import dev.tengen.arena.store.WorkerSettings;
import dev.tengen.board.Grid;
import dev.tengen.store.StoreException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TournamentRecordTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    @TempDir
    Path folder;

    private ArenaStore store;

    @BeforeEach
    void open() {
        store = ArenaStore.open(folder.resolve("arena.db").toString());
    }

    @AfterEach
    void close() {
        store.close();
    }

    /**
     * Creates a tournament of two players: {@code new} wins one pair and half of another, and a third pair is planned.
     */
    private void play(TournamentSettings settings) {
        store.tournaments().create(settings.stored(NOON));
        List<StoredGame> games = store.games()
                .plan(
                        settings.name(),
                        List.of(
                                new PlannedPair("new", "old", 0, 0),
                                new PlannedPair("new", "old", 1, 1),
                                new PlannedPair("new", "old", 2, 2)));
        WorkerLease lease = store.workers()
                .join(
                        settings.name(),
                        new WorkerSettings("one", WorkerSettings.DEFAULT_LEASE, List.of("new", "old"), 1));
        for (StoredGame game : games.subList(0, 5)) {
            store.games().claim(lease, game.id(), NOON);
        }
        Winner[] winners = {Winner.BLACK, Winner.WHITE, Winner.BLACK, Winner.BLACK};
        for (int i = 0; i < winners.length; i++) {
            store.results().record(lease, new StoredResult(games.get(i).id(), winners[i], "PASSES", 0, "", NOON));
        }
    }

    private static TournamentSettings settings(FormatSettings format) {
        List<PlayerSettings> players =
                List.of(new PlayerSettings("new", "greedy"), new PlayerSettings("old", "random", 1500.0));
        return TournamentSettings.of("cup", players, format, Grid.square(9));
    }

    @Test
    void of_settingsOfTest_hasItsCourseAndKnownRatings() {
        SprtSpec spec = new SprtSpec(0, 50);
        play(settings(new FormatSettings.Sprt(spec)));

        TournamentRecord record = TournamentRecord.of(store, "cup");

        assertThat(record.test())
                .containsExactly(
                        SprtState.start(spec),
                        SprtState.start(spec).after(2),
                        SprtState.start(spec).after(2).after(1));
        Standings.Row last = record.standings().rows().get(1);
        assertThat(last.rating().player()).isEqualTo("old");
        assertThat(last.rating().elo()).isEqualTo(1500);
        assertThat(last.rating().isAnchor()).isTrue();
    }

    @Test
    void of_anotherFormat_hasNoTest() {
        play(settings(new FormatSettings.RoundRobin(3)));

        assertThat(TournamentRecord.of(store, "cup").test()).isEmpty();
    }

    @Test
    void of_gamesWithoutRecords_haveResultsAndStates() {
        play(settings(new FormatSettings.RoundRobin(3)));

        TournamentRecord record = TournamentRecord.of(store, "cup");

        assertThat(record.games())
                .extracting(ReportedGame::state)
                .containsExactly(
                        GameState.ENDED,
                        GameState.ENDED,
                        GameState.ENDED,
                        GameState.ENDED,
                        GameState.RUNNING,
                        GameState.PLANNED);
        assertThat(record.games()).extracting(ReportedGame::resultText).containsExactly("B+", "W+", "B+", "B+", "", "");
        assertThat(record.games()).allMatch(game -> game.replay().isEmpty());
    }

    @Test
    void of_nobodysName_isRefused() {
        assertThatThrownBy(() -> TournamentRecord.of(store, "cup"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("cup");
    }
}

package dev.tengen.arena.tournament;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.game.SystemTimeSource;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.GameId;
import dev.tengen.arena.store.GameState;
import dev.tengen.arena.store.KilledProgram;
import dev.tengen.arena.store.TournamentState;
import dev.tengen.arena.tournament.Cup.Format;
import dev.tengen.store.PostgresCluster;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Repeatedly kills a process that plays a tournament, and resumes the tournament in another process. At the end,
 * exactly the scheduled games were played, the same as without a kill. Acknowledged results are unchanged, and the
 * standings are those of the records.
 */
@Tag("full")
class KilledTournamentTest {
    @TempDir
    Path folder;

    private final Random random = new Random(8);
    private final Map<GameId, Long> acknowledged = new HashMap<>();

    @Test
    void sqlite_killed5Times_playsTheScheduledGames() throws Exception {
        killAndCheck(folder.resolve("arena.db").toString(), Format.ROUND_ROBIN_OF_180, 5);
    }

    @Test
    void postgres_killed5Times_playsTheScheduledGames() throws Exception {
        killAndCheck(PostgresCluster.get().newDatabase(), Format.ROUND_ROBIN_OF_180, 5);
    }

    @Test
    @Tag("long")
    void sqlite_killed50Times_playsTheScheduledGames() throws Exception {
        killAndCheck(folder.resolve("arena.db").toString(), Format.ROUND_ROBIN_OF_600, 50);
    }

    @Test
    @Tag("long")
    void postgres_killed50Times_playsTheScheduledGames() throws Exception {
        killAndCheck(PostgresCluster.get().newDatabase(), Format.ROUND_ROBIN_OF_600, 50);
    }

    private void killAndCheck(String url, Format format, int killCount) throws Exception {
        Cup cup = PlayingProgram.cup(format);
        try (ArenaStore store = ArenaStore.open(url)) {
            cup.create(store, PlayingProgram.NAME);
        }
        KilledProgram program = new KilledProgram(PlayingProgram.class, url, format.name());
        for (int i = 0; i < killCount; i++) {
            int lineCount = 1 + random.nextInt(8);
            List<String> printed = program.run(lineCount, random.nextInt(10_000));
            assertThat(printed).as("run %d", i).hasSizeGreaterThanOrEqualTo(lineCount);
            printed.stream().skip(1).forEach(this::acknowledge);
        }
        try (ArenaStore store = ArenaStore.open(url)) {
            // Otherwise no kill hit a game in progress, or nothing was left to resume.
            assertThat(store.games().list(PlayingProgram.NAME)).anyMatch(game -> game.state() == GameState.RUNNING);
            finish(store, cup);
            cup.check(store, PlayingProgram.NAME);
            assertThat(Cup.games(store, PlayingProgram.NAME)).isEqualTo(cup.games(folder));
            acknowledged.forEach((id, hash) -> assertThat(
                            store.results().find(id).orElseThrow().movesHash())
                    .isEqualTo(hash));
        }
    }

    private void acknowledge(String line) {
        int space = line.lastIndexOf(' ');
        Long before = acknowledged.put(GameId.parse(line.substring(0, space)), Long.valueOf(line.substring(space + 1)));
        assertThat(before).as("%s was acknowledged before", line).isNull();
    }

    private static void finish(ArenaStore store, Cup cup) throws InterruptedException {
        try (SystemTimeSource time = new SystemTimeSource()) {
            TournamentState state = new StoredTournamentRunner(store, PlayingProgram.NAME, cup.spec(), time)
                    .run(new TournamentListener() {});
            assertThat(state).isEqualTo(TournamentState.ENDED);
        }
    }
}

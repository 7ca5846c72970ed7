package dev.tengen.arena.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.store.PostgresCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Repeatedly kills a process that records results. Afterwards each acknowledged result is in the store once and
 * unchanged, no other game has a result, and unfinished games are planned again.
 */
@Tag("full")
class KillTest {
    private static final int PAIR_COUNT = 3000;

    @TempDir
    Path folder;

    private final Random random = new Random(5);
    private final Set<Integer> acknowledged = new HashSet<>();
    private int freedCount;

    @Test
    void sqlite_killed4Times_losesNothing() throws Exception {
        killAndCheck(folder.resolve("arena.db").toString(), 4);
    }

    @Test
    void postgres_killed4Times_losesNothing() throws Exception {
        killAndCheck(PostgresCluster.get().newDatabase(), 4);
    }

    @Test
    @Tag("long")
    void sqlite_killed50Times_losesNothing() throws Exception {
        killAndCheck(folder.resolve("arena.db").toString(), 50);
    }

    @Test
    @Tag("long")
    void postgres_killed50Times_losesNothing() throws Exception {
        killAndCheck(PostgresCluster.get().newDatabase(), 50);
    }

    private void killAndCheck(String url, int killCount) throws Exception {
        try (ArenaStore store = ArenaStore.open(url)) {
            store.tournaments().create(StoreContract.cup("cup"));
            store.games()
                    .plan(
                            "cup",
                            IntStream.range(0, PAIR_COUNT)
                                    .mapToObj(meeting -> new PlannedPair("ann", "bob", meeting, 0))
                                    .toList());
        }
        for (int i = 0; i < killCount; i++) {
            int before = acknowledged.size();
            runAndKill(url);
            assertThat(acknowledged.size()).as("results of run %d", i).isGreaterThan(before);
            check(url);
        }
        // Otherwise no kill hit a game in progress, and nothing was tested.
        assertThat(freedCount).isPositive();
    }

    /** Runs the program until it has recorded a few results, kills it at a random moment, and keeps its output. */
    private void runAndKill(String url) throws IOException, InterruptedException {
        new KilledProgram(RecordingProgram.class, url, "cup")
                .run(1 + random.nextInt(60), random.nextInt(10_000)).stream()
                        .map(Integer::valueOf)
                        .forEach(number -> assertThat(acknowledged.add(number))
                                .as("game %d is recorded for the first time", number)
                                .isTrue());
    }

    private void check(String url) {
        try (ArenaStore store = ArenaStore.open(url)) {
            freedCount += (int) store.games().list("cup").stream()
                    .filter(game -> game.state() == GameState.RUNNING)
                    .count();
            store.workers().join("cup", StoreContract.worker("one")); // Replaces the process that was killed.
            Set<Integer> recorded = new HashSet<>();
            for (StoredGame game : store.games().list("cup")) {
                if (game.state() == GameState.ENDED) {
                    assertThat(store.results().find(game.id())).contains(RecordingProgram.result(game.id()));
                    recorded.add(game.id().number());
                } else {
                    assertThat(game.state()).isEqualTo(GameState.PLANNED);
                }
            }
            assertThat(recorded).containsAll(acknowledged);
            long countedCount = recorded.stream()
                    .filter(number -> number % 4 != Winner.VOID.ordinal())
                    .count();
            assertThat(store.results().counted("cup")).hasSize((int) countedCount);
        }
    }
}

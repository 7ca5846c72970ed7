package dev.tengen.arena.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.pairing.Pairing;
import dev.tengen.arena.pairing.Schedule;
import dev.tengen.arena.rating.RatingOptions;
import dev.tengen.arena.rating.Standings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of {@code docs/operations/arena-storage.md}, word for word. */
class StoreExampleTest {
    private static final Path PAGE = Path.of("../../docs/operations/arena-storage.md");
    private static final Path SOURCE = Path.of("src/test/java/dev/tengen/arena/store/StoreExampleTest.java");

    @TempDir
    Path folder;

    private int playedCount;

    @Test
    @Tag("full")
    void example_runTwice_playsOnce() {
        Standings first = run(folder.resolve("arena.db").toString());
        Standings again = run(folder.resolve("arena.db").toString());

        assertThat(playedCount).isEqualTo(6);
        assertThat(again).isEqualTo(first);
        assertThat(first.rows().get(0).rating().player()).isEqualTo("ann");
    }

    private Standings run(String url) {
        Pairing pairing = Schedule.roundRobin(List.of("ann", "bob", "cy"), 1, 1);
        StoredTournament tournament = StoreContract.cup("cup");
        WorkerSettings worker = StoreContract.worker("one");

        try (ArenaStore store = ArenaStore.open(url)) {
            store.tournaments().create(tournament);
            WorkerLease lease = store.workers().join("cup", worker); // Takes over from an earlier process of the name.
            while (!pairing.isOver(store.results().progress("cup"))) {
                store.games().plan("cup", pairing.next(store.results().progress("cup"), 1));
                for (StoredGame game : store.games().list("cup")) {
                    if (store.games().claim(lease, game.id(), Instant.now())) {
                        store.results().record(lease, play(game));
                    }
                }
            }
            store.workers().leave(lease);
            store.tournaments().finish("cup");
            return Standings.of(store.results().counted("cup"), RatingOptions.DEFAULT);
        }
    }

    /** The player that is first by name wins, and the second game of one pair is void. */
    private StoredResult play(StoredGame game) {
        playedCount++;
        boolean isBlack = game.game().black().compareTo(game.game().white()) < 0;
        Winner winner = game.id().number() == 3 ? Winner.VOID : isBlack ? Winner.BLACK : Winner.WHITE;
        return new StoredResult(game.id(), winner, "PASSES", 0, "", Instant.now());
    }

    @Test
    void page_example_isThatOfThisClass() throws IOException {
        String page = Files.readString(PAGE);
        int start = page.indexOf("```java\n") + "```java\n".length();
        String example = page.substring(start, page.indexOf("```", start));

        assertThat(Files.readString(SOURCE).replaceAll("(?m)^ {8}", "")).contains(example);
    }
}

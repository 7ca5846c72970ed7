package dev.tengen.arena.tournament;

import dev.tengen.arena.game.SystemTimeSource;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.GameState;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** An empty store and a clock for each test. */
abstract class StoreFixture {
    final SystemTimeSource time = new SystemTimeSource();

    @TempDir
    Path folder;

    ArenaStore store;

    @BeforeEach
    void open() {
        store = ArenaStore.open(folder.resolve("arena.db").toString());
    }

    /** Returns how many games of the tournament "cup" are in {@code state}. */
    long count(GameState state) {
        return store.games().list("cup").stream()
                .filter(game -> game.state() == state)
                .count();
    }

    @AfterEach
    void close() {
        store.close();
        time.close();
    }
}

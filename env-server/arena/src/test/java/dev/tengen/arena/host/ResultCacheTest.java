package dev.tengen.arena.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.arena.rating.GameResult;
import dev.tengen.arena.settings.FormatSettings;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.server.error.CallException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultCacheTest {
    private static final TournamentSettings CUP = TournamentSettings.of(
            "cup",
            List.of(new PlayerSettings("ann", "greedy"), new PlayerSettings("bob", "random")),
            new FormatSettings.RoundRobin(1),
            Grid.square(5));

    private final List<GameResult> results = new ArrayList<>();
    private int readCount;

    private List<GameResult> read(String unusedName) {
        readCount++;
        return List.copyOf(results);
    }

    /** Each state of a tournament of 20,000 games read all their results, only to find that none was new. */
    @Test
    void of_withoutANewResult_readsNone(@TempDir Path folder) {
        try (ArenaStore store = ArenaStore.open(folder.resolve("arena.db").toString())) {
            store.tournaments().create(CUP.stored(Instant.now()));
            ResultCache<Integer> cache = new ResultCache<>(
                    store.tournaments(), name -> results.size(), this::read, (games, options) -> games.size());
            assertThat(cache.known("cup").isCurrent()).isFalse();
            assertThat(cache.of("cup")).isEmpty();
            assertThat(cache.known("cup").isCurrent()).isTrue();

            results.add(new GameResult("ann", "bob", Color.BLACK, "", 1));
            assertThat(cache.known("cup").isCurrent()).isFalse();
            assertThat(cache.of("cup")).contains(1);
            assertThat(cache.of("cup")).contains(1);
            assertThat(readCount).isEqualTo(2);

            results.add(new GameResult("bob", "ann", Color.BLACK, "", 2));
            ResultCache.Known<Integer> known = cache.known("cup");
            assertThat(known.value()).contains(1);
            assertThat(known.isCurrent()).isFalse();
            assertThat(cache.of("cup")).contains(2);
            assertThatThrownBy(() -> cache.of("cap")).isInstanceOf(CallException.class);
        }
    }
}

package dev.tengen.arena.host;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tengen.arena.rating.GameResult;
import dev.tengen.arena.rating.Standings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.store.ArenaStore;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A cache of the standings of tournaments. The first request after a game has ended computes them again. Thread-safe.
 */
final class StandingsCache {
    private static final int MAX_COUNT = 64;

    private final ArenaStore store;
    private final Cache<String, Entry> cache =
            Caffeine.newBuilder().maximumSize(MAX_COUNT).build();

    /** Results never change, so their number identifies them. */
    private record Entry(int resultCount, Standings standings) {}

    StandingsCache(ArenaStore store) {
        this.store = store;
    }

    /** Returns the standings of {@code tournament}; empty if no game counts yet. */
    Optional<Standings> get(TournamentSettings tournament) {
        List<GameResult> results = StoreCalls.call(() -> store.results(tournament.name()));
        if (results.isEmpty()) {
            return Optional.empty();
        }
        // Concurrent callers for one tournament share the computation.
        Entry entry = cache.asMap()
                .compute(
                        tournament.name(),
                        (name, known) -> known != null && known.resultCount == results.size()
                                ? known
                                : new Entry(results.size(), Standings.of(results, tournament.ratingOptions())));
        return Optional.of(Objects.requireNonNull(entry).standings);
    }
}

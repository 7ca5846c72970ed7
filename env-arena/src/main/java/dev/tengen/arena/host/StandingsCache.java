package dev.tengen.arena.host;

import dev.tengen.arena.rating.GameResult;
import dev.tengen.arena.rating.Standings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.store.ArenaStore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Works standings out, once for all who ask while no other game has ended. Thread-safe. */
final class StandingsCache {
    private static final int MAX_KEPT_COUNT = 64;

    private final ArenaStore store;
    private final Map<String, KeptStandings> kept = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, KeptStandings> eldest) {
            return size() > MAX_KEPT_COUNT;
        }
    };

    StandingsCache(ArenaStore store) {
        this.store = store;
    }

    /** Returns the standings of {@code tournament}; nothing where no game counts yet. */
    Optional<Standings> of(TournamentSettings tournament) {
        List<GameResult> results = StoreCalls.ask(() -> store.results(tournament.name()));
        if (results.isEmpty()) {
            return Optional.empty();
        }
        KeptStandings entry = entry(tournament.name());
        synchronized (entry) {
            // Results never change: as many are the same.
            if (entry.resultCount != results.size()) {
                entry.standings = Optional.of(Standings.of(results, tournament.ratingOptions()));
                entry.resultCount = results.size();
            }
            return entry.standings;
        }
    }

    private synchronized KeptStandings entry(String name) {
        return kept.computeIfAbsent(name, key -> new KeptStandings());
    }

    /** Guarded by its own monitor: who asks for other tournaments need not wait. */
    private static final class KeptStandings {
        private int resultCount;
        private Optional<Standings> standings = Optional.empty();
    }
}

package dev.tengen.arena.host;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tengen.arena.rating.GameResult;
import dev.tengen.arena.rating.RatingOptions;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.store.StoredTournament;
import dev.tengen.arena.store.TournamentRepository;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.FairExecutor;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A cache of what follows from the results of tournaments, such as standings. The first request after a game has ended
 * computes it again. Thread-safe.
 *
 * @param <T> the type of what is computed
 */
public final class ResultCache<T> {
    private static final int MAX_COUNT = 64;

    private final TournamentRepository tournaments;
    private final Function<String, List<GameResult>> results;
    private final BiFunction<List<GameResult>, RatingOptions, T> computation;
    private final Cache<String, Entry<T>> cache =
            Caffeine.newBuilder().maximumSize(MAX_COUNT).build();

    /** Results never change, so their number identifies them. */
    private record Entry<T>(int resultCount, T value) {}

    /**
     * Creates a cache.
     *
     * @param tournaments has the settings of the tournaments
     * @param results reads the results of a tournament from the store
     * @param computation computes the value from the results
     */
    ResultCache(
            TournamentRepository tournaments,
            Function<String, List<GameResult>> results,
            BiFunction<List<GameResult>, RatingOptions, T> computation) {
        this.tournaments = tournaments;
        this.results = results;
        this.computation = computation;
    }

    /**
     * Returns the value for the tournament {@code name}; empty if no game counts yet.
     *
     * @throws CallException with {@link Reason#TOURNAMENT_NOT_FOUND}
     */
    public Optional<T> of(String name) {
        StoredTournament stored = StoreCalls.call(() -> tournaments.get(name)).tournament();
        RatingOptions options = TournamentSettings.fromStore(stored).ratingOptions();
        List<GameResult> present = StoreCalls.call(() -> results.apply(name));
        if (present.isEmpty()) {
            return Optional.empty();
        }
        // Concurrent callers for one tournament share the computation, for which they wait.
        Entry<T> entry = FairExecutor.block(() -> Objects.requireNonNull(cache.asMap()
                .compute(
                        name,
                        (key, known) -> known != null && known.resultCount == present.size()
                                ? known
                                : new Entry<>(present.size(), computation.apply(present, options)))));
        return Optional.of(entry.value);
    }
}

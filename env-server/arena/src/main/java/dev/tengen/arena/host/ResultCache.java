package dev.tengen.arena.host;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tengen.arena.rating.GameResult;
import dev.tengen.arena.rating.RatingOptions;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.server.execution.FairExecutor;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A cache of what follows from the results of tournaments, such as standings. The first request after a game has ended computes it
 * again. Thread-safe.
 *
 * @param <T> the type of what is computed
 */
final class ResultCache<T> {
    private static final int MAX_COUNT = 64;

    private final Function<String, List<GameResult>> results;
    private final BiFunction<List<GameResult>, RatingOptions, T> computation;
    private final Cache<String, Entry<T>> cache =
            Caffeine.newBuilder().maximumSize(MAX_COUNT).build();

    /** Results never change, so their number identifies them. */
    private record Entry<T>(int resultCount, T value) {}

    /**
     * Creates a cache.
     *
     * @param results reads the results of a tournament from the store
     * @param computation computes the value from the results
     */
    ResultCache(
            Function<String, List<GameResult>> results, BiFunction<List<GameResult>, RatingOptions, T> computation) {
        this.results = results;
        this.computation = computation;
    }

    /** Returns the value for {@code tournament}; empty if no game counts yet. */
    Optional<T> get(TournamentSettings tournament) {
        List<GameResult> present = StoreCalls.call(() -> results.apply(tournament.name()));
        if (present.isEmpty()) {
            return Optional.empty();
        }
        // Concurrent callers for one tournament share the computation, for which they wait.
        Entry<T> entry = FairExecutor.block(() -> Objects.requireNonNull(cache.asMap()
                .compute(
                        tournament.name(),
                        (name, known) -> known != null && known.resultCount == present.size()
                                ? known
                                : new Entry<>(
                                        present.size(), computation.apply(present, tournament.ratingOptions())))));
        return Optional.of(entry.value);
    }
}

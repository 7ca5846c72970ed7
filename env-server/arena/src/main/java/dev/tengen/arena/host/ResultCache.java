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
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A cache of what follows from the results of tournaments, such as standings. The first request after a game has ended
 * computes it again. Thread-safe.
 *
 * @param <T> the type of what is computed
 */
public final class ResultCache<T> {
    private static final int MAX_COUNT = 64;

    private final TournamentRepository tournaments;
    private final ToIntFunction<String> counts;
    private final Function<String, List<GameResult>> results;
    private final BiFunction<List<GameResult>, RatingOptions, T> computation;
    private final Cache<String, Entry<T>> cache =
            Caffeine.newBuilder().maximumSize(MAX_COUNT).build();

    /** Results never change, so their number identifies them. The value is empty if no game counts yet. */
    private record Entry<T>(int resultCount, Optional<T> value) {}

    /**
     * What is known without a computation.
     *
     * @param value the last value that was computed; empty for none, or if no game counted then
     * @param isCurrent whether no game has ended since
     */
    public record Known<T>(Optional<T> value, boolean isCurrent) {}

    /**
     * Creates a cache.
     *
     * @param tournaments has the settings of the tournaments
     * @param counts reads the number of the results of a tournament from the store
     * @param results reads the results of a tournament that count from the store
     * @param computation computes the value from the results
     */
    ResultCache(
            TournamentRepository tournaments,
            ToIntFunction<String> counts,
            Function<String, List<GameResult>> results,
            BiFunction<List<GameResult>, RatingOptions, T> computation) {
        this.tournaments = tournaments;
        this.counts = counts;
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
        int count = count(name); // Before the results, so that one that comes meanwhile makes the entry stale.
        // Concurrent callers for one tournament share the computation, for which they wait.
        Entry<T> entry = FairExecutor.block(() -> Objects.requireNonNull(cache.asMap()
                .compute(
                        name,
                        (key, known) -> known != null && known.resultCount == count
                                ? known
                                : new Entry<>(count, computed(name, options)))));
        return entry.value;
    }

    private Optional<T> computed(String name, RatingOptions options) {
        List<GameResult> present = StoreCalls.call(() -> results.apply(name));
        return present.isEmpty() ? Optional.empty() : Optional.of(computation.apply(present, options));
    }

    /** Returns what is known of the tournament {@code name} without a computation, which may take seconds. */
    public Known<T> known(String name) {
        @Nullable Entry<T> entry = cache.getIfPresent(name);
        return entry == null
                ? new Known<>(Optional.empty(), false)
                : new Known<>(entry.value, entry.resultCount == count(name));
    }

    private int count(String name) {
        return StoreCalls.call(() -> counts.applyAsInt(name));
    }
}

package dev.tengen.arena.store;

import dev.tengen.base.InvalidValueException;
import dev.tengen.store.StoredText;
import java.time.Duration;
import java.util.List;

/**
 * A worker that joins a tournament.
 *
 * @param name the name, not blank, at most 200 characters, unique among the workers of the tournament. A process that
 *     joins under the name of another one takes over its games
 * @param leaseDuration the time after which its games go to others if it does not renew its lease, 2 seconds to one
 *     hour
 * @param players the players that it can run; for information
 * @param concurrency the number of games that it plays at once; for information
 */
public record WorkerSettings(String name, Duration leaseDuration, List<String> players, int concurrency) {
    /** The default duration of a lease. */
    public static final Duration DEFAULT_LEASE = Duration.ofSeconds(30);

    private static final Duration MIN_LEASE = Duration.ofSeconds(2);
    private static final Duration MAX_LEASE = Duration.ofHours(1);

    /**
     * Creates settings. Copies the list.
     *
     * @throws InvalidValueException if a value is not allowed
     */
    public WorkerSettings {
        StoredText.requireName("worker", name);
        InvalidValueException.requireWithin(
                "lease in seconds", leaseDuration.toSeconds(), MIN_LEASE.toSeconds(), MAX_LEASE.toSeconds());
        players = List.copyOf(players);
        players.forEach(player -> StoredText.require("player", player));
        InvalidValueException.requireWithin("concurrency", concurrency, 1, Integer.MAX_VALUE);
    }
}

package dev.tengen.arena.store;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A worker of a tournament.
 *
 * @param name the name
 * @param state the state
 * @param players the players that it can run
 * @param concurrency the number of games that it plays at once
 * @param runningCount the number of its games in progress
 * @param endedCount the number of results that it has recorded, under this name
 * @param joinedAt when it joined, by the time of the database
 * @param sinceRenewal the time since the last renewal of its lease
 */
public record WorkerStatus(
        String name,
        State state,
        List<String> players,
        int concurrency,
        int runningCount,
        int endedCount,
        Instant joinedAt,
        Duration sinceRenewal) {
    /** Creates a status. Copies the list. */
    public WorkerStatus {
        players = List.copyOf(players);
    }

    /** The state of a worker. */
    public enum State {
        /** It renews its lease. */
        ALIVE,
        /** Its lease has expired: the process died, hangs, or cannot reach the database. */
        LOST,
        /** It has given back its games. */
        LEFT
    }
}

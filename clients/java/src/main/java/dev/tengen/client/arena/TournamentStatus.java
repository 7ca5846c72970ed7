package dev.tengen.client.arena;

import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;

/**
 * A tournament and its progress.
 *
 * @param spec its spec
 * @param state its state
 * @param createdAt when it was created
 * @param endedGameCount games that have ended, void ones included
 * @param runningGameCount games in progress
 * @param gameCount the total number of games; empty if it depends on results
 * @param missingAgents names of its agents that are not connected
 */
public record TournamentStatus(
        TournamentSpec spec,
        TournamentState state,
        Instant createdAt,
        int endedGameCount,
        int runningGameCount,
        OptionalInt gameCount,
        List<String> missingAgents) {
    /** Creates a status with a copy of the list. */
    public TournamentStatus {
        missingAgents = List.copyOf(missingAgents);
    }
}

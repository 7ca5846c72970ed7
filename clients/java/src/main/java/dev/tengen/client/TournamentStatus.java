package dev.tengen.client;

import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;

/**
 * A tournament and how far it has come.
 *
 * @param spec what it is played by
 * @param state how it stands
 * @param createdAt when it was created
 * @param endedGameCount games that have ended, void ones included
 * @param runningGameCount games that are played now
 * @param gameCount games that it will have in all; nothing where that depends on results
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
    /** Makes a status; the list is copied. */
    public TournamentStatus {
        missingAgents = List.copyOf(missingAgents);
    }
}

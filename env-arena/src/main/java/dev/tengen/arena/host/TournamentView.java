package dev.tengen.arena.host;

import dev.tengen.arena.rating.SprtState;
import dev.tengen.arena.settings.TournamentSettings;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A snapshot of a tournament.
 *
 * @param settings the settings
 * @param phase the phase
 * @param createdAt when it was created
 * @param endedGameCount the number of games that have ended, including void ones
 * @param runningGameCount the number of games in progress
 * @param gameCount the number of games in all; empty if it depends on results
 * @param sprt the state of a sequential test; empty for other formats
 * @param missingAgents the names of its agents that are not connected
 */
public record TournamentView(
        TournamentSettings settings,
        Phase phase,
        Instant createdAt,
        int endedGameCount,
        int runningGameCount,
        OptionalLong gameCount,
        Optional<SprtState> sprt,
        List<String> missingAgents) {
    /** Creates a view. Copies the list. */
    public TournamentView {
        missingAgents = List.copyOf(missingAgents);
    }

    /** The phase of a tournament. */
    public enum Phase {
        /** Games are in progress, or wait for players. */
        RUNNING,
        /** All games have ended. */
        ENDED,
        /** It was cancelled. */
        CANCELLED,
        /** The tournament failed, see the log. It is retried when the server restarts. */
        FAILED;

        /** Returns whether the tournament is not running. Only a restart of the arena changes this. */
        public boolean isOver() {
            return this != RUNNING;
        }
    }
}

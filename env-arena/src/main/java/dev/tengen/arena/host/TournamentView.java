package dev.tengen.arena.host;

import dev.tengen.arena.rating.SprtState;
import dev.tengen.arena.settings.TournamentSettings;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A tournament and how far it has come.
 *
 * @param settings what it is played by
 * @param phase how it stands
 * @param createdAt when it was created
 * @param endedGameCount games that have ended, void ones included
 * @param runningGameCount games that are played now
 * @param gameCount games that it will have in all; nothing where that depends on results
 * @param sprt how the test stands, in a sequential test
 * @param missingAgents names of its agents that are not connected
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
    /** Makes a view; the list is copied. */
    public TournamentView {
        missingAgents = List.copyOf(missingAgents);
    }

    /** How a tournament stands. */
    public enum Phase {
        /** Games are played, or wait for players. */
        RUNNING,
        /** All games have ended. */
        ENDED,
        /** It was cancelled. */
        CANCELLED,
        /** It cannot go on, for a reason that the log tells. */
        FAILED;

        /** Returns whether nothing will change any more, unless the arena is started anew. */
        public boolean isOver() {
            return this != RUNNING;
        }
    }
}

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
 * @param playedBy which process plays it
 * @param lastResultAt when the last result was recorded; empty if this server plays the tournament, or it is over or
 *     has no result
 * @param createdAt when it was created
 * @param endedGameCount the number of games that have ended, including void ones
 * @param runningGameCount the number of games in progress
 * @param gameCount the number of games in all; empty if it depends on results, or if a player has withdrawn
 * @param sprt the state of a sequential test; empty for other formats
 * @param missingAgents the names of its agents that are not connected and have not withdrawn
 */
public record TournamentView(
        TournamentSettings settings,
        Phase phase,
        PlayedBy playedBy,
        Optional<Instant> lastResultAt,
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
        /** Games are in progress, or wait for players, here or at another process that shares the store. */
        RUNNING,
        /** All games have ended. */
        ENDED,
        /** It was cancelled. */
        CANCELLED,
        /**
         * This server could not continue the tournament, see its log. It retries when it restarts. No other process
         * plays it.
         */
        FAILED;

        /** Returns whether the tournament is not running. */
        public boolean isOver() {
            return this != RUNNING;
        }
    }

    /** The process that plays a tournament. */
    public enum PlayedBy {
        /** This server. */
        THIS_SERVER,
        /** Another server or worker that shares the store: it holds a valid lease. */
        OTHER_PROCESS,
        /** No process: the tournament is over, or nobody has resumed it. */
        NOBODY
    }

    /**
     * Returns whether the tournament is not over, and not played by this server: others may change it without notice.
     */
    public boolean isOpenElsewhere() {
        return phase == Phase.RUNNING && playedBy != PlayedBy.THIS_SERVER;
    }
}

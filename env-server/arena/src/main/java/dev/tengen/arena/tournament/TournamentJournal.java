package dev.tengen.arena.tournament;

import dev.tengen.arena.game.GameReport;
import dev.tengen.arena.game.RefereedGame;
import java.time.Duration;

/**
 * Records the plans and results of a tournament. One thread calls it, except for {@link #started}. An exception stops the
 * tournament.
 */
interface TournamentJournal {
    /** Returns the name of the tournament; empty if it has none. */
    default String tournament() {
        return "";
    }

    /**
     * Returns a scheduler of the games that are left. Called once, before anything else.
     *
     * @param onLeaseLost runs, in any thread, when the lease of this worker was lost, so that the next {@link #sync} throws
     */
    GameScheduler open(Runnable onLeaseLost);

    /**
     * Updates {@code scheduler} with what other workers have done.
     *
     * @throws ClosedException if the tournament was cancelled
     * @throws LeaseLostException if the lease of this worker is lost
     */
    default void sync(GameScheduler scheduler) {}

    /** Returns the time until the next {@link #sync} if nothing happens here; zero if there are no other workers. */
    default Duration syncInterval(GameScheduler scheduler) {
        return Duration.ZERO;
    }

    /**
     * Claims the game of {@code plan} for this worker. Returns false if another worker plays it or has ended it.
     *
     * @throws ClosedException if the tournament is closed
     * @throws LeaseLostException if the lease of this worker is lost
     */
    default boolean begin(GamePlan plan) {
        return true;
    }

    /** Starts a new lease after a {@link LeaseLostException}. All claims before are void. */
    default void renewLease() {}

    /** Gives back all games that this worker has claimed. Called once, after everything else. */
    default void close() {}

    /** Called, in any thread, when a game has been created, before its first turn is offered. */
    default void started(GamePlan plan, RefereedGame game) {}

    /**
     * Records the report of a game that is over.
     *
     * @throws LeaseLostException if the lease of this worker is lost
     */
    void ended(GamePlan plan, GameReport report);

    /**
     * Records that the tournament has ended: no game is left to start, and none is in progress. Returns false if other workers have
     * planned games since the last {@link #sync}.
     *
     * @throws ClosedException if the tournament was cancelled
     */
    default boolean finish() {
        return true;
    }

    /** Records that the tournament is cancelled. Games in progress still end, as void. */
    default void cancel() {}

    /** The lease of this worker is lost: nothing that it claimed can be recorded. */
    final class LeaseLostException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        LeaseLostException(Throwable cause) {
            super(cause);
        }
    }

    /** Another process has closed the tournament. */
    final class ClosedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final boolean isCancelled;

        ClosedException(boolean isCancelled, Throwable cause) {
            super(cause);
            this.isCancelled = isCancelled;
        }

        /** Returns whether the tournament was cancelled. Otherwise all its games have results. */
        boolean isCancelled() {
            return isCancelled;
        }
    }
}

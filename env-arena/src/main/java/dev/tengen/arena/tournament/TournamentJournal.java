package dev.tengen.arena.tournament;

import dev.tengen.arena.game.GameReport;
import dev.tengen.arena.game.RefereedGame;

/**
 * Records the plans and results of a tournament. One thread calls it, except for {@link #started}. An exception stops the
 * tournament.
 */
interface TournamentJournal {
    /** Returns the name of the tournament; empty if it has none. */
    default String tournament() {
        return "";
    }

    /** Returns a scheduler of the games that are left. Called once, before anything else. */
    GameScheduler open();

    /**
     * Records that the game of {@code plan} starts.
     *
     * @throws ClosedException if the tournament starts no more games
     */
    default void begin(GamePlan plan) {}

    /** Called, in any thread, when a game has been created, before its first turn is offered. */
    default void started(GamePlan plan, RefereedGame game) {}

    /** Records the report of a game that is over. */
    void ended(GamePlan plan, GameReport report);

    /** Records that the tournament is cancelled. Games in progress still end, as void. */
    default void cancel() {}

    /** Another process has closed the tournament. */
    final class ClosedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ClosedException(Throwable cause) {
            super(cause);
        }
    }
}

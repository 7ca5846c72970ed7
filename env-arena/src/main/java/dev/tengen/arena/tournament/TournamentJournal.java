package dev.tengen.arena.tournament;

import dev.tengen.arena.game.GameReport;
import dev.tengen.arena.game.RefereedGame;

/**
 * Where the plans and results of a tournament go. Called by one thread, but for {@link #started}. Whatever it throws ends the
 * tournament.
 */
interface TournamentJournal {
    /** Returns the name of the tournament; empty where it has none. */
    default String tournament() {
        return "";
    }

    /** Returns what is to be played from here on. Called once, before anything else. */
    GameScheduler open();

    /** Notes that the game of {@code plan} begins. Throws {@link ClosedException} where no game may begin any more. */
    void begin(GamePlan plan);

    /** Is told, in any thread, of a game whose first turn has not been offered. */
    void started(GamePlan plan, RefereedGame game);

    /** Keeps the report of a game that is over. */
    void ended(GamePlan plan, GameReport report);

    /** Notes that the tournament is given up; games that are under way still end, as void. */
    void cancel();

    /** Somebody else has closed the tournament. */
    final class ClosedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ClosedException(Throwable cause) {
            super(cause);
        }
    }
}

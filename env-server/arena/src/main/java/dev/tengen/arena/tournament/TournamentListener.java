package dev.tengen.arena.tournament;

import dev.tengen.arena.game.GameReport;
import dev.tengen.arena.game.RefereedGame;
import dev.tengen.arena.store.GameId;
import dev.tengen.arena.store.TrackedGame;
import java.util.List;

/** Listens to a stored tournament. If a method throws, the tournament stops. */
public interface TournamentListener {
    /** Called once, before all other methods, with the games that are planned so far. */
    default void opened(List<TrackedGame> games) {}

    /**
     * Called when the store has recorded the start of a game, before its first turn is offered. Called in several
     * threads at once.
     */
    default void started(GameId id, RefereedGame game) {}

    /** Called when the store has recorded the result of a game. Calls are sequential. */
    default void ended(GameId id, GameReport report) {}

    /** Called when another worker has recorded the result of a game. Sequential, together with {@link #ended}. */
    default void endedElsewhere(TrackedGame game) {}

    /**
     * Called when the lease of this worker was lost: its games in progress are dropped and go to any worker. The worker
     * then continues with a new lease.
     */
    default void leaseLost() {}
}

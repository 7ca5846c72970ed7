package dev.tengen.arena.tournament;

import dev.tengen.arena.game.GameReport;
import dev.tengen.arena.game.RefereedGame;
import dev.tengen.arena.store.GameId;

/** Listens to a stored tournament. If a method throws, the tournament stops. */
public interface TournamentListener {
    /**
     * Called when the store has recorded the start of a game, before its first turn is offered. Called in several threads at
     * once.
     */
    default void started(GameId id, RefereedGame game) {}

    /** Called when the store has recorded the result of a game. Calls are sequential. */
    default void ended(GameId id, GameReport report) {}
}

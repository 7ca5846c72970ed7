package dev.tengen.arena.tournament;

import dev.tengen.arena.game.GameReport;
import dev.tengen.arena.game.RefereedGame;
import dev.tengen.arena.store.GameId;

/** Hears what happens in a tournament that is kept. If it throws, the tournament stops. */
public interface TournamentListener {
    /**
     * The store knows that the game runs; its first turn has not been offered yet. Called in threads of the tournament, for
     * several games at once.
     */
    default void started(GameId id, RefereedGame game) {}

    /** The game is over, and the store has acknowledged its result. Called for one game after the other. */
    default void ended(GameId id, GameReport report) {}
}

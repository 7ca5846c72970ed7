package dev.tengen.arena.settings;

import dev.tengen.arena.tournament.Entrant;

/** Creates the entrants of a tournament from the settings of its players. */
@FunctionalInterface
public interface EntrantFactory {
    /**
     * Returns the entrant for {@code player}, with its name.
     *
     * @throws dev.tengen.board.InvalidValueException if there is no such player
     */
    Entrant create(PlayerSettings player);
}

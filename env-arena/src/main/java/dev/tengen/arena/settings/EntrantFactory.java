package dev.tengen.arena.settings;

import dev.tengen.arena.tournament.Entrant;

/** Finds who plays where settings name a player. */
@FunctionalInterface
public interface EntrantFactory {
    /**
     * Returns who plays as {@code player}, under that name. Throws {@link dev.tengen.board.InvalidValueException} where nobody
     * does.
     */
    Entrant make(PlayerSettings player);
}

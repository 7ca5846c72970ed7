package dev.tengen.arena.store;

import dev.tengen.store.StoredText;

/**
 * A player of a tournament.
 *
 * @param name the name, not blank, at most 200 characters
 * @param settings the settings of the player as JSON; opaque to the store
 */
public record StoredPlayer(String name, String settings) {
    /**
     * Creates a player.
     *
     * @throws dev.tengen.base.InvalidValueException if it cannot be stored
     */
    public StoredPlayer {
        StoredText.requireName("player", name);
        StoredText.require("settings of player " + name, settings);
    }
}

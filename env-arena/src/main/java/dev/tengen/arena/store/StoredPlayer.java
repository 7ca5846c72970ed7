package dev.tengen.arena.store;

/**
 * A player of a tournament.
 *
 * @param name the name, not blank, at most 200 characters
 * @param settings what the tournament needs to know of the player, as JSON; the store does not read it
 */
public record StoredPlayer(String name, String settings) {
    /** Makes a player. Throws {@link dev.tengen.board.InvalidValueException} if it cannot be stored. */
    public StoredPlayer {
        StoredText.requireName("player", name);
        StoredText.require("settings of player " + name, settings);
    }
}

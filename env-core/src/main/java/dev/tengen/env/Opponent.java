package dev.tengen.env;

import dev.tengen.board.Color;
import dev.tengen.player.PlayerMaker;

/**
 * A player that moves for one color of an environment.
 *
 * @param player which kind of player
 * @param color its color
 */
public record Opponent(PlayerMaker player, int color) {
    /** Throws {@link IllegalArgumentException} where {@code color} is no player's. */
    public Opponent {
        Color.requirePlayer(color);
    }
}

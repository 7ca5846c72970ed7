package dev.tengen.env;

import dev.tengen.board.Color;
import dev.tengen.board.InvalidValueException;
import dev.tengen.player.PlayerFactory;

/**
 * A player that moves for one color of an environment.
 *
 * @param player which kind of player
 * @param color its color; {@link Color#EMPTY} where the environment has a task, for the other color than the agent's
 */
public record Opponent(PlayerFactory player, int color) {
    /** Throws {@link InvalidValueException} where {@code color} is none. */
    public Opponent {
        if (color != Color.EMPTY) {
            Color.requirePlayer(color);
        }
    }
}

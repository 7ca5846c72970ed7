package dev.tengen.env;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.player.PlayerFactory;

/**
 * The opponent in an environment: a player that moves for one color.
 *
 * @param player the factory of the player
 * @param color its color; {@link Color#EMPTY} in an environment with a task, where it takes the color that the agent
 *     does not have
 */
public record Opponent(PlayerFactory player, int color) {
    /**
     * Creates an opponent.
     *
     * @throws InvalidValueException if {@code color} is not a color
     */
    public Opponent {
        if (color != Color.EMPTY) {
            Color.requirePlayer(color);
        }
    }
}

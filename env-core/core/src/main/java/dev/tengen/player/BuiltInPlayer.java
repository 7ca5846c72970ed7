package dev.tengen.player;

import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;

/**
 * A factory of the players of this library. Except for {@link #isOracle oracles}, they play any game, from any position
 * and under any rules. {@link Players} finds those of other modules by {@link java.util.ServiceLoader}. Thread-safe.
 */
public interface BuiltInPlayer extends PlayerFactory {
    /**
     * Creates a player for games on {@code grid}.
     *
     * @throws dev.tengen.base.InvalidValueException if the player does not support boards of this size
     */
    Player create(Grid grid);

    @Override
    default Player create(Setup setup, Rules rules) {
        return create(setup.grid());
    }
}

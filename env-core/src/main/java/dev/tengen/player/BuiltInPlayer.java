package dev.tengen.player;

import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;

/** A kind of player of this library. It plays every game, from any position and under any rules. Thread-safe. */
public interface BuiltInPlayer extends PlayerFactory {
    /** Returns a new player for games on {@code grid}. */
    Player create(Grid grid);

    @Override
    default Player create(Setup setup, Rules rules) {
        return create(setup.grid());
    }
}

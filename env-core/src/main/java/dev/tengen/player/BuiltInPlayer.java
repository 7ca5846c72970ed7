package dev.tengen.player;

import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;

/** A kind of player of this library. It plays every game, from any position and under any rules. Thread-safe. */
public interface BuiltInPlayer extends PlayerMaker {
    /** Returns a new player for games on {@code grid}. */
    Player make(Grid grid);

    @Override
    default Player make(Setup setup, Rules rules) {
        return make(setup.grid());
    }
}

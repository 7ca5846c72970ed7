package dev.tengen.cli.play;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.player.BuiltInPlayer;
import dev.tengen.player.Player;

/** A built-in player as the opponent. The same seed and the same game give the same moves. */
final class Opponent {
    private final BuiltInPlayer kind;
    private final int color;
    private final SplitMix64 random;
    private final Player player;

    Opponent(BuiltInPlayer kind, int color, Grid grid, SplitMix64 random) {
        this.kind = kind;
        this.color = color;
        this.random = random;
        this.player = kind.create(grid);
    }

    /** Returns the same opponent for boards of another size. */
    Opponent on(Grid grid) {
        return new Opponent(kind, color, grid, random);
    }

    /** Returns its name, as in "greedy". */
    String name() {
        return kind.playerName();
    }

    int color() {
        return color;
    }

    /** Returns its move for the player to move. */
    int chooseMove(Game game) {
        return player.chooseMove(game, random);
    }
}

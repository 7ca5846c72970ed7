package dev.tengen.cli.play;

import dev.tengen.board.PointSet;
import dev.tengen.game.Game;

/**
 * A move that can be replayed.
 *
 * @param move a point or the pass
 * @param dead the stones that it proposes as dead; empty for all other moves
 */
record ReplayableMove(int move, PointSet dead) {
    /** Returns move {@code number} of {@code game}. */
    static ReplayableMove of(Game game, int number) {
        return new ReplayableMove(game.move(number), game.proposedDead(number));
    }
}

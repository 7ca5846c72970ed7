package dev.tengen.arena.game;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;

/** A hash of the start of a game and its moves in order. The same on every machine. */
final class MovesHash {
    private MovesHash() {}

    /** Returns the hash; never 0, which means unknown moves. */
    static long of(Game game) {
        long hash = SplitMix64.mix(game.grid().width() * 64L + game.grid().height());
        hash = with(hash, game.setup().playerToMove());
        hash = with(hash, game.setup().black());
        hash = with(hash, game.setup().white());
        for (int number = 1; number <= game.moveNumber(); number++) {
            hash = with(hash, game.move(number));
        }
        return hash == 0 ? 1 : hash;
    }

    private static long with(long hash, PointSet points) {
        long result = hash;
        for (int point = points.first(); point >= 0; point = points.next(point)) {
            result = with(result, point);
        }
        return with(result, points.grid().moveCount());
    }

    private static long with(long hash, int value) {
        return SplitMix64.mix(hash * 31 + value + 1);
    }
}

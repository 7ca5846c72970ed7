package dev.tengen.server.convert;

import dev.tengen.board.Board;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;

/**
 * A position in which there may be races. It belongs to one call.
 *
 * @param board the stones
 * @param unplayable empty points at which neither player moves
 * @param playerToMove whose turn it is
 */
public record RacePosition(Board board, PointSet unplayable, int playerToMove) {
    /** Returns where {@code game} stands, in which all points may be played. */
    public static RacePosition of(Game game) {
        return of(game, new PointSet(game.grid()));
    }

    static RacePosition of(Game game, PointSet unplayable) {
        return new RacePosition(game.board(), unplayable, game.playerToMove());
    }
}

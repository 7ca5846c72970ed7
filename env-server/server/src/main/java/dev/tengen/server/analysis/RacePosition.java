package dev.tengen.server.analysis;

import dev.tengen.board.Board;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;

/**
 * A position to search for races. It belongs to one call.
 *
 * @param board the stones
 * @param unplayable empty points at which neither player may move
 * @param playerToMove the player to move
 */
public record RacePosition(Board board, PointSet unplayable, int playerToMove) {
    /** Returns the position of {@code game}, in which all empty points are playable. */
    public static RacePosition of(Game game) {
        return of(game, new PointSet(game.grid()));
    }

    /** Returns the position of {@code game}. */
    public static RacePosition of(Game game, PointSet unplayable) {
        return new RacePosition(game.board(), unplayable, game.playerToMove());
    }
}

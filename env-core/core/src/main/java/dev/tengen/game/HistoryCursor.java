package dev.tengen.game;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;

/**
 * A cursor that walks back through the colorings of a game, from the present one to the start.
 *
 * <p>Reusable: call {@link #startAt} for each walk; only the constructor allocates. Not thread-safe.
 */
public final class HistoryCursor {
    private final BackwardCursor moves = new BackwardCursor();
    private final PointSet black;
    private final PointSet white;

    /** Creates a cursor for games on {@code grid}. It has no position until {@link #startAt}. */
    public HistoryCursor(Grid grid) {
        black = new PointSet(grid);
        white = new PointSet(grid);
    }

    /** Moves to the present position of {@code game}. */
    public void startAt(Game game) {
        moves.startAt(game);
        black.copyFrom(game.board().points(Color.BLACK));
        white.copyFrom(game.board().points(Color.WHITE));
    }

    /** Returns the number of the move after which this position stood; 0 is the start. */
    public int moveNumber() {
        return moves.moveNumber();
    }

    /**
     * Steps back by one move.
     *
     * @param game the game that this cursor was started at; it must not have changed since
     */
    public void stepBack(Game game) {
        moves.stepBack(game);
        int restoredCount = moves.restoredCount();
        for (int i = 0; i < restoredCount; i++) {
            stones(moves.restoredColor()).add(moves.restored(game, i));
        }
        if (moves.stone() != BackwardCursor.NO_STONE) {
            stones(moves.mover()).remove(moves.stone());
        }
    }

    /** Returns the stones of {@code color}. The set is a live view; it changes with each step. */
    public PointSet stones(int color) {
        return color == Color.BLACK ? black : white;
    }

    /**
     * Returns the point where a simple ko forbids an immediate recapture in this coloring, or -1. That is the case if
     * the last move captured exactly one stone and its stone is alone with that point as its only liberty. The ko rule
     * of the game has no influence.
     *
     * @param game the game that this cursor was started at
     */
    public int koPoint(Game game) {
        History history = game.history();
        int taken = history.loneRemoved(moveNumber(), moves.removedEnd());
        if (taken < 0 || history.isSuicide(moveNumber())) {
            return -1;
        }
        int taker = history.move(moveNumber());
        PointSet others = stones(Color.opponent(history.mover(moveNumber())));
        for (int direction = 0; direction < 4; direction++) {
            int neighbor = game.grid().neighbor(taker, direction);
            if (neighbor != taken && game.grid().contains(neighbor) && !others.contains(neighbor)) {
                return -1;
            }
        }
        return taken;
    }
}

package dev.tengen.game;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.HeapSize;
import dev.tengen.board.PointSet;

/**
 * A cursor that walks back through the colorings of a game, from the current one to the start.
 *
 * <p>Reusable: call {@link #startAt} for each walk; only the constructor allocates. Not thread-safe.
 */
public final class HistoryCursor {
    private final PointSet black;
    private final PointSet white;
    private int moveNumber;

    /** Creates a cursor for games on {@code grid}. It has no position until {@link #startAt}. */
    public HistoryCursor(Grid grid) {
        black = new PointSet(grid);
        white = new PointSet(grid);
    }

    /** Moves to the current position of {@code game}. */
    public void startAt(Game game) {
        startAt(game.board().points(Color.BLACK), game.board().points(Color.WHITE), game.moveNumber());
    }

    void startAt(PointSet blackNow, PointSet whiteNow, int moveNumberNow) {
        black.copyFrom(blackNow);
        white.copyFrom(whiteNow);
        moveNumber = moveNumberNow;
    }

    /** Returns the number of the move after which this coloring stood; 0 is the start. */
    public int moveNumber() {
        return moveNumber;
    }

    /** Returns the stones of {@code color}. The set is a live view; it changes with each step. */
    public PointSet stones(int color) {
        return color == Color.BLACK ? black : white;
    }

    /** Returns the hash of this coloring, which must be one of {@code game}. */
    public long hash(Game game) {
        return game.history().hash(moveNumber);
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
        if (moveNumber == 0 || history.removedCount(moveNumber) != 1 || history.isSuicide(moveNumber)) {
            return -1;
        }
        int taken = history.removed()[history.removedFrom(moveNumber)];
        int taker = history.move(moveNumber);
        PointSet others = stones(Color.opponent(history.mover(moveNumber)));
        for (int direction = 0; direction < 4; direction++) {
            int neighbor = game.grid().neighbor(taker, direction);
            if (neighbor != taken && game.grid().contains(neighbor) && !others.contains(neighbor)) {
                return -1;
            }
        }
        return taken;
    }

    /**
     * Steps back by one move.
     *
     * @param game the game that this cursor was started at; it must not have changed since
     */
    public void stepBack(Game game) {
        stepBack(game.history());
    }

    void stepBack(History history) {
        assert moveNumber > 0 : "the start has no move before it";
        if (history.isPlay(moveNumber)) {
            int point = history.move(moveNumber);
            int mover = history.mover(moveNumber);
            boolean isSuicide = history.isSuicide(moveNumber);
            PointSet removedFrom = stones(isSuicide ? mover : Color.opponent(mover));
            short[] removed = history.removed();
            int end = history.removedTo(moveNumber);
            for (int i = history.removedFrom(moveNumber); i < end; i++) {
                removedFrom.add(removed[i]);
            }
            stones(mover).remove(point);
        }
        moveNumber--;
    }

    /** Returns the size in memory of a cursor for games on {@code grid}, in bytes. */
    public static long memoryBytes(Grid grid) {
        return HeapSize.object(2, Integer.BYTES) + 2 * PointSet.memoryBytes(grid);
    }
}

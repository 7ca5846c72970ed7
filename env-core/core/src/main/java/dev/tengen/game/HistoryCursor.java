package dev.tengen.game;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.board.Zobrist;

/**
 * A cursor that walks back through the colorings of a game, from the current one to the start.
 *
 * <p>Reusable: call {@link #startAt} for each walk; only the constructor allocates. Not thread-safe.
 */
public final class HistoryCursor {
    private final PointSet black;
    private final PointSet white;
    private int moveNumber;
    private long hash;

    /** The end of the stack of removed stones after the move. */
    private int removedEnd;

    /** Creates a cursor for games on {@code grid}. It has no position until {@link #startAt}. */
    public HistoryCursor(Grid grid) {
        black = new PointSet(grid);
        white = new PointSet(grid);
    }

    /** Moves to the current position of {@code game}. */
    public void startAt(Game game) {
        Board board = game.board();
        History history = game.history();
        black.copyFrom(board.points(Color.BLACK));
        white.copyFrom(board.points(Color.WHITE));
        moveNumber = history.moveCount();
        hash = board.hash();
        removedEnd = history.removedEnd();
    }

    /** Returns the number of the move after which this coloring stood; 0 is the start. */
    public int moveNumber() {
        return moveNumber;
    }

    /** Returns the stones of {@code color}. The set is a live view; it changes with each step. */
    public PointSet stones(int color) {
        return color == Color.BLACK ? black : white;
    }

    /** Returns the hash of this coloring. */
    public long hash() {
        return hash;
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
        if (history.removedCount(moveNumber, removedEnd) != 1 || history.isSuicide(moveNumber)) {
            return -1;
        }
        int taken = history.removed()[History.removedFrom(1, removedEnd)];
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
        History history = game.history();
        Zobrist zobrist = game.zobrist();
        assert moveNumber > 0 : "the start has no move before it";
        if (history.isPlay(moveNumber)) {
            int mover = history.mover(moveNumber);
            if (history.isRemoving(moveNumber)) {
                restore(history, zobrist, history.isSuicide(moveNumber) ? mover : Color.opponent(mover));
            }
            int point = history.move(moveNumber);
            stones(mover).remove(point);
            hash ^= zobrist.key(mover, point);
        }
        moveNumber--;
    }

    /** Adds the stones of {@code color} that the move removed. */
    private void restore(History history, Zobrist zobrist, int color) {
        PointSet stones = stones(color);
        short[] removed = history.removed();
        int count = history.removedCount(moveNumber, removedEnd);
        int from = History.removedFrom(count, removedEnd);
        for (int i = from; i < from + count; i++) {
            stones.add(removed[i]);
            hash ^= zobrist.key(color, removed[i]);
        }
        removedEnd = from;
    }
}

package dev.tengen.game;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;

/**
 * A walk back through the colorings of a game, from the present one to the start.
 *
 * <p>Make one, keep it, and {@link #startAt} anew for each walk: nothing here allocates but the constructor. Not
 * thread-safe.
 */
public final class HistoryCursor {
    private final PointSet black;
    private final PointSet white;
    private int moveNumber;

    /** Makes a walker for games on {@code grid}; it stands nowhere until {@link #startAt}. */
    public HistoryCursor(Grid grid) {
        black = new PointSet(grid);
        white = new PointSet(grid);
    }

    /** Begins at the present position of {@code game}. */
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

    /** Returns the stones of {@code color}. A view: it changes with each step. */
    public PointSet stones(int color) {
        return color == Color.BLACK ? black : white;
    }

    /** Returns the hash of this coloring, one that {@code game} had. */
    public long hash(Game game) {
        return game.history().hash(moveNumber);
    }

    /**
     * Returns the point where a simple ko forbids to retake at once in this coloring of {@code game}, the one it was started
     * at, or -1: the last move was a stone that captured one stone, stands alone and has no liberty but that point. The rules
     * of the game are not asked.
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

    /** Goes back by one move of {@code game}, the one it was started at and which has not changed since. */
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
}

package dev.tengen.game;

import dev.tengen.board.Color;

/**
 * A cursor that walks back through the moves of a game, from the last one to the start, and returns for each how the
 * coloring changes when it is taken back.
 *
 * <p>Reusable: call {@link #startAt} for each walk. The game must not change during a walk. Nothing allocates. Not
 * thread-safe.
 */
public final class BackwardCursor {
    /** The stone of a pass. */
    public static final int NO_STONE = -1;

    private int moveNumber;

    /** The end of the stack of removed stones after the move. */
    private int removedEnd;

    private int mover;
    private int stone;
    private int restoredColor;
    private int restoredFrom;
    private int restoredTo;

    /** Moves to the present position of {@code game}. */
    public void startAt(Game game) {
        moveNumber = game.history().moveCount();
        removedEnd = game.history().removedEnd();
    }

    /** Returns the number of the move after which this position stood; 0 is the start. */
    public int moveNumber() {
        return moveNumber;
    }

    /** Returns the end of the stack of removed stones after the move. */
    int removedEnd() {
        return removedEnd;
    }

    /** Takes back one move of {@code game}, the one that the cursor was started at. */
    public void stepBack(Game game) {
        assert moveNumber > 0 : "the start has no move before it";
        History history = game.history();
        mover = history.mover(moveNumber);
        stone = history.isPlay(moveNumber) ? history.move(moveNumber) : NO_STONE;
        restoredFrom = removedEnd;
        restoredTo = removedEnd;
        if (history.isRemoving(moveNumber)) {
            restoredColor = history.isSuicide(moveNumber) ? mover : Color.opponent(mover);
            restoredTo = removedEnd - 1;
            restoredFrom = History.removedFrom(history.removedCount(moveNumber, removedEnd), removedEnd);
            removedEnd = restoredFrom;
        }
        moveNumber--;
    }

    /** Returns the color of the move that the last step took back. */
    public int mover() {
        return mover;
    }

    /** Returns the point of the stone that this move had placed; {@link #NO_STONE} if it was a pass. */
    public int stone() {
        return stone;
    }

    /** Returns the color of the stones that the move had removed. Undefined if it had removed none. */
    public int restoredColor() {
        return restoredColor;
    }

    /** Returns how many stones the move had removed. */
    public int restoredCount() {
        return restoredTo - restoredFrom;
    }

    /** Returns a stone that the move had removed, from 0; after a suicide one of them is the move itself. */
    public int restored(Game game, int index) {
        return game.history().removed()[restoredFrom + index];
    }
}

package dev.tengen.game;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.PlayPreview;
import dev.tengen.board.Zobrist;

/**
 * A cursor that walks back through the hashes of a game, from the present one to the start, and knows when it has seen
 * all positions that can have a coloring: see {@link Repetition}, "Fresh moves".
 *
 * <p>Reusable: call {@link #startAt} for each walk. Nothing allocates. Not thread-safe.
 */
public final class HashCursor {
    private static final int NO_POINT = -1;

    private final BackwardCursor moves = new BackwardCursor();
    private Zobrist zobrist;
    private long hash;
    private int blackCount;
    private int whiteCount;

    /** Creates a cursor for games with the keys {@code zobrist}, until it is started at another game. */
    public HashCursor(Zobrist zobrist) {
        this.zobrist = zobrist;
    }

    /** Moves to the present position of {@code game}. */
    public void startAt(Game game) {
        moves.startAt(game);
        Board board = game.board();
        zobrist = board.zobrist();
        hash = board.hash();
        blackCount = board.stoneCount(Color.BLACK);
        whiteCount = board.stoneCount(Color.WHITE);
    }

    /** Returns the number of the move after which this position stood; 0 is the start. */
    public int moveNumber() {
        return moves.moveNumber();
    }

    /** Returns the hash of the coloring of this position. */
    public long hash() {
        return hash;
    }

    int stoneCount(int color) {
        return color == Color.BLACK ? blackCount : whiteCount;
    }

    /**
     * Steps back to the next earlier position with {@code wanted}, the hash that a play on {@code board} leaves, and
     * returns whether there is one. The board is that of the game, or of a line of plays after it.
     */
    public boolean stepBackTo(Game game, Board board, long wanted, PlayPreview play) {
        return stepBackTo(game, board, wanted, play.point(), play.color(), play.removedColor());
    }

    /** Steps back to the next earlier position with the hash of {@code board}, and returns whether there is one. */
    boolean stepBackTo(Game game, Board board) {
        return stepBackTo(game, board, board.hash(), NO_POINT, Color.EMPTY, Color.EMPTY);
    }

    private boolean stepBackTo(Game game, Board board, long wanted, int point, int color, int removedColor) {
        while (!isEnd(game, board, point, color, removedColor)) {
            stepBack(game);
            if (hash == wanted) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether no earlier position can have all stones of {@code board}. */
    boolean isEnd(Game game, Board board) {
        return isEnd(game, board, NO_POINT, Color.EMPTY, Color.EMPTY);
    }

    /**
     * Returns whether no earlier position can have the coloring that a play on {@code board} leaves: a stone of
     * {@code color} at {@code point} that removes stones of {@code removedColor}, or no play if these are no colors.
     */
    private boolean isEnd(Game game, Board board, int point, int color, int removedColor) {
        History history = game.history();
        int number = moveNumber();
        if (number == 0) {
            return true;
        }
        if (!history.isFresh(number)) {
            return false;
        }
        int stone = history.move(number);
        int mover = history.mover(number);
        if (stone == point) {
            return mover == color && color != removedColor;
        }
        return board.colorAt(stone) == mover && !(mover == removedColor && board.isInAtariAt(stone, point));
    }

    /**
     * Steps back by one move.
     *
     * @param game the game that this cursor was started at; it must not have changed since
     */
    void stepBack(Game game) {
        moves.stepBack(game);
        int restoredCount = moves.restoredCount();
        for (int i = 0; i < restoredCount; i++) {
            toggle(moves.restored(game, i), moves.restoredColor(), 1);
        }
        if (moves.stone() != BackwardCursor.NO_STONE) {
            toggle(moves.stone(), moves.mover(), -1);
        }
    }

    private void toggle(int stone, int color, int change) {
        hash ^= zobrist.key(color, stone);
        if (color == Color.BLACK) {
            blackCount += change;
        } else {
            whiteCount += change;
        }
    }
}

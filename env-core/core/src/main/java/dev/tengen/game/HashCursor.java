package dev.tengen.game;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.board.Zobrist;

/**
 * A cursor that walks back through the hashes of a game, from the present one to the start, and knows when it has seen
 * all positions that can have a coloring: see {@link Repetition}, "Fresh moves".
 *
 * <p>Reusable: call {@link #startAt} for each walk. Nothing allocates. Not thread-safe.
 */
public final class HashCursor {
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
     * Steps back to the next earlier position with the hash {@code wanted} that may have the coloring of {@code black}
     * and {@code white}, whose hash it is. Returns whether there is one.
     */
    public boolean stepBackTo(Game game, long wanted, PointSet black, PointSet white) {
        while (!isEnd(game, black, white)) {
            stepBack(game);
            if (hash == wanted) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether no earlier position can have all stones of {@code black} and {@code white}: this is the start, or
     * the position after a fresh move whose stone is one of them.
     */
    boolean isEnd(Game game, PointSet black, PointSet white) {
        History history = game.history();
        int number = moveNumber();
        if (number == 0) {
            return true;
        }
        PointSet stones = history.mover(number) == Color.BLACK ? black : white;
        return history.isFresh(number) && stones.contains(history.move(number));
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

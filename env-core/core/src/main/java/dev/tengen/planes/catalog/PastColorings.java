package dev.tengen.planes.catalog;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PlayPreview;
import dev.tengen.board.PointSet;
import dev.tengen.board.Zobrist;
import dev.tengen.game.Game;
import dev.tengen.game.HashCursor;
import dev.tengen.game.HistoryCursor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The past colorings of a game and of a line of tried plays after it. It finds plays that repeat a coloring, regardless
 * of the rules of the game.
 *
 * <p>Hashes find candidates, whose colorings are compared, so a collision only costs time. Only growing lists allocate.
 * Not thread-safe.
 */
final class PastColorings {
    private final HashCursor hashes;
    private final HistoryCursor past;
    private final PointSet blackAfter;
    private final PointSet whiteAfter;

    /** The colorings after the plays of the line, and unused ones after them. */
    private final List<Coloring> line = new ArrayList<>();

    private long[] lineHashes = new long[64];
    private int lineLength;

    PastColorings(Grid grid) {
        hashes = new HashCursor(Zobrist.of(grid));
        past = new HistoryCursor(grid);
        blackAfter = new PointSet(grid);
        whiteAfter = new PointSet(grid);
    }

    /** Adds the coloring of {@code board} after a play that extends the line. */
    void push(Board board) {
        if (lineLength == lineHashes.length) {
            lineHashes = Arrays.copyOf(lineHashes, 2 * lineLength);
        }
        if (lineLength == line.size()) {
            line.add(new Coloring(new PointSet(board.grid()), new PointSet(board.grid())));
        }
        line.get(lineLength).black.copyFrom(board.points(Color.BLACK));
        line.get(lineLength).white.copyFrom(board.points(Color.WHITE));
        lineHashes[lineLength++] = board.hash();
    }

    /** Removes the last coloring of the line. */
    void pop() {
        assert lineLength > 0 : "no play has been tried";
        lineLength--;
    }

    /**
     * Returns whether a play repeats a coloring.
     *
     * @param play a preview on {@code board}
     * @param board the board at the end of the line
     * @param game the game before the line
     */
    boolean isRepeatedBy(PlayPreview play, Board board, Game game) {
        long hash = board.hashAfter(play);
        board.coloringAfter(play, blackAfter, whiteAfter);
        for (int i = 0; i < lineLength; i++) {
            if (lineHashes[i] == hash && isAfter(line.get(i).black, line.get(i).white)) {
                return true;
            }
        }
        hashes.startAt(game);
        boolean isFound = hashes.hash() == hash || hashes.stepBackTo(game, hash, blackAfter, whiteAfter);
        while (isFound) {
            if (isAfter(game, hashes.moveNumber())) {
                return true;
            }
            isFound = hashes.stepBackTo(game, hash, blackAfter, whiteAfter);
        }
        return false;
    }

    /** Returns whether the coloring of {@code game} after move {@code number} is the one after the play. */
    private boolean isAfter(Game game, int number) {
        past.startAt(game);
        while (past.moveNumber() > number) {
            past.stepBack(game);
        }
        return isAfter(past.stones(Color.BLACK), past.stones(Color.WHITE));
    }

    private boolean isAfter(PointSet black, PointSet white) {
        return black.equals(blackAfter) && white.equals(whiteAfter);
    }

    private record Coloring(PointSet black, PointSet white) {}
}

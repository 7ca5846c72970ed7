package dev.tengen.planes.catalog;

import dev.tengen.board.Board;
import dev.tengen.board.Grid;
import dev.tengen.board.PlayPreview;
import dev.tengen.board.PointSet;
import dev.tengen.board.Zobrist;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import java.util.Arrays;

/**
 * A board on which plays are tried and undone, starting from the present position of a game. Its rules are fixed,
 * regardless of those of the game: positional superko over the game and the tried plays, and no suicide.
 *
 * <p>Only the constructor, growing lists, and a game with other Zobrist keys allocate. Not thread-safe.
 */
final class Lookahead {
    private final PastColorings past;
    private final PlayPreview preview = new PlayPreview();
    private Board board;

    /** The game before the tried plays; a dummy before the first call. */
    private Game game;

    /** The tried plays, their colors, and the end of the removed stones of each. */
    private int[] points = new int[64];

    private int[] colors = new int[points.length];
    private int[] removedEnds = new int[points.length];
    private short[] removed = new short[256];
    private int playCount;

    Lookahead(Grid grid) {
        past = new PastColorings(grid);
        board = new Board(grid, Zobrist.of(grid));
        game = new Game(Setup.empty(grid), Rules.TROMP_TAYLOR);
    }

    /** Moves to the present position of {@code present}. All tried plays must have been undone. */
    void startAt(Game present) {
        assert playCount == 0 : playCount + " plays were not undone";
        game = present;
        if (board.zobrist() == present.zobrist()) {
            board.copyFrom(present.board());
        } else {
            board = present.board().copy();
        }
    }

    /** Returns the board. Callers must not modify it. */
    Board board() {
        return board;
    }

    /** Sets {@code into} to the points where {@code color} may play. All tried plays must have been undone. */
    void copyLegal(PointSet into, PointSet scratch, int color) {
        game.board().copyLivingPlays(color, into);
        // A play can only repeat a coloring that had its stone.
        scratch.copyFrom(game.held(color));
        scratch.retainAll(into);
        for (int point = scratch.first(); point >= 0; point = scratch.next(point)) {
            if (!isLegal(point, color)) {
                into.remove(point);
            }
        }
    }

    /** Returns whether {@code color} may play at the empty {@code point}. */
    boolean isLegal(int point, int color) {
        board.preview(point, color, preview);
        return !preview.isSuicide() && !(hasHeld(color, point) && past.isRepeatedBy(preview, board, game));
    }

    private boolean hasHeld(int color, int point) {
        boolean hasHeld = game.held(color).contains(point);
        for (int i = 0; !hasHeld && i < playCount; i++) {
            hasHeld = points[i] == point && colors[i] == color;
        }
        return hasHeld;
    }

    /** Tries a legal play. */
    void play(int point, int color) {
        if (playCount + 1 == points.length) {
            points = Arrays.copyOf(points, 2 * playCount + 2);
            colors = Arrays.copyOf(colors, points.length);
            removedEnds = Arrays.copyOf(removedEnds, points.length);
        }
        board.place(point, color);
        int end = removedEnds[playCount];
        if (end + board.removedCount() > removed.length) {
            removed = Arrays.copyOf(removed, 2 * (end + board.removedCount()));
        }
        int stone = board.firstRemoved();
        for (int i = 0; i < board.removedCount(); i++, stone = board.nextRemoved(stone)) {
            removed[end++] = (short) stone;
        }
        points[playCount] = point;
        colors[playCount] = color;
        removedEnds[++playCount] = end;
        past.push(board);
    }

    /** Undoes the last tried play. */
    void undo() {
        past.pop();
        playCount--;
        board.undo(points[playCount], colors[playCount], removed, removedEnds[playCount], removedEnds[playCount + 1]);
    }
}

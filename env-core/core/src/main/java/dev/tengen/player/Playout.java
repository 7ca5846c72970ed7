package dev.tengen.player;

import dev.tengen.analysis.Eyes;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;

/** Plays random playouts on its own board and scores them. Only the constructor allocates. Not thread-safe. */
final class Playout {
    /*
     * Each color plays a point drawn uniformly from the legal points that do not fill its own eye, and passes if there
     * is none. Two passes in a row end the playout (Brügmann, "Monte Carlo Go", 1993). A playout only has to find out
     * who is ahead, so it simplifies the rules in three ways:
     *
     * - Only the immediate recapture in a ko is forbidden. Longer cycles are rare, and the move limit ends them.
     * - Suicide is never played, even where the rules allow it. It is almost never useful.
     * - Two passes end the playout, even where the rules require three.
     *
     * A point is drawn from all empty points, and drawn again if it is not playable. Most points are, and a point with
     * an empty neighbor needs no further check. So after two passes no two empty points are neighbors, and the
     * neighbors of each empty point determine its owner.
     */
    private static final int MOVES_PER_POINT = 3;
    private static final int NO_POINT = -1;

    private final Board board;
    private final Grid grid;
    private final EmptyPoints empty;
    private int koPoint;
    private int moveCount;

    /** Creates a playout for boards of the size of {@code model}. */
    Playout(Board model) {
        board = model.copy();
        grid = model.grid();
        empty = new EmptyPoints(grid.pointCount());
    }

    /**
     * Plays a playout from {@code start} with {@code color} to move, after {@code lastMove}, a point or the pass.
     * Returns Black's area minus White's at the end.
     */
    int run(Board start, int lastMove, int color, SplitMix64 random) {
        board.copyFrom(start);
        empty.copyFrom(board.points(Color.EMPTY));
        koPoint = lastMove == grid.pass() ? NO_POINT : koPointAfter(lastMove);
        int moveLimit = MOVES_PER_POINT * grid.pointCount();
        int passCount = 0;
        int toMove = color;
        for (moveCount = 0; passCount < 2 && moveCount < moveLimit; moveCount++) {
            int point = choose(toMove, random);
            if (point == NO_POINT) {
                passCount++;
                koPoint = NO_POINT;
            } else {
                passCount = 0;
                play(point, toMove);
            }
            toMove = Color.opponent(toMove);
        }
        return areaMargin();
    }

    /** Returns the number of moves of the last playout, passes included. */
    int moveCount() {
        return moveCount;
    }

    /** Returns the final board of the last playout. Callers must not modify it. */
    Board board() {
        return board;
    }

    /** Returns the owner of {@code point} at the end of the last playout: 1 for Black, -1 for White, 0 for neither. */
    int owner(int point) {
        return switch (board.colorAt(point)) {
            case Color.BLACK -> 1;
            case Color.WHITE -> -1;
            default -> ownership(point);
        };
    }

    private int choose(int color, SplitMix64 random) {
        for (int left = empty.count(); left > 0; left--) {
            int index = random.nextInt(left);
            int point = empty.at(index);
            if (isPlayable(point, color)) {
                return point;
            }
            empty.swap(index, left - 1);
        }
        return NO_POINT;
    }

    private boolean isPlayable(int point, int color) {
        int enemy = Color.opponent(color);
        boolean isBesideEnemy = false;
        for (int direction = 0; direction < 4; direction++) {
            int neighbor = board.colorAt(grid.neighbor(point, direction));
            if (neighbor == Color.EMPTY) {
                return true;
            }
            isBesideEnemy |= neighbor == enemy;
        }
        if (isBesideEnemy ? point == koPoint : Eyes.isEye(board, point, color)) {
            return false;
        }
        return !board.isSuicide(point, color);
    }

    private void play(int point, int color) {
        board.place(point, color);
        empty.remove(point);
        int stone = board.firstRemoved();
        for (int i = 0; i < board.removedCount(); i++, stone = board.nextRemoved(stone)) {
            empty.add(stone);
        }
        koPoint = koPointAfter(point);
    }

    /** Returns the point that ko bans after the stone just played at {@code point}, or {@link #NO_POINT}. */
    private int koPointAfter(int point) {
        boolean isKo = board.removedCount() == 1
                && board.colorAt(point) != Color.EMPTY
                && board.chainSize(point) == 1
                && board.isInAtariAt(point, board.firstRemoved());
        return isKo ? board.firstRemoved() : NO_POINT;
    }

    private int areaMargin() {
        int margin = board.stoneCount(Color.BLACK) - board.stoneCount(Color.WHITE);
        for (int i = 0; i < empty.count(); i++) {
            margin += ownership(empty.at(i));
        }
        return margin;
    }

    /** Returns 1 if {@code point} has black and no white neighbors, -1 in the reverse case, otherwise 0. */
    private int ownership(int point) {
        int seen = 0;
        for (int direction = 0; direction < 4; direction++) {
            seen |= 1 << board.colorAt(grid.neighbor(point, direction));
        }
        boolean isBesideBlack = (seen & 1 << Color.BLACK) != 0;
        boolean isBesideWhite = (seen & 1 << Color.WHITE) != 0;
        if (isBesideBlack == isBesideWhite) {
            return 0;
        }
        return isBesideBlack ? 1 : -1;
    }
}

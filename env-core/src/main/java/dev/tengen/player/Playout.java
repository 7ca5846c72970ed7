package dev.tengen.player;

import dev.tengen.analysis.Eyes;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.SplitMix64;

/**
 * Plays games out at random on a board of its own, and counts them. Nothing here allocates but the constructor. Not
 * thread-safe.
 */
final class Playout {
    /*
     * Each color plays a point drawn uniformly from those that it may play and that fill no eye of its own, and passes if
     * there is none; two passes in a row end the game (Brügmann, "Monte Carlo Go", 1993). Three things are simpler than in
     * the rules, because a playout only has to tell who is ahead:
     *
     * - Of all repetitions only the immediate recapture in a ko is forbidden. Longer cycles are rare, and the limit on
     *   moves ends them.
     * - No suicide is played, also where the rules allow it: it is hardly ever of use.
     * - Two passes end the game, also where the rules ask for three.
     *
     * A point is drawn from all empty ones and drawn again if it does not do; most do, and a point with an empty neighbor
     * needs no further look. So after two passes no two empty points are neighbors, and the area is told by the neighbors of
     * each alone.
     */
    private static final int MOVES_PER_POINT = 3;
    private static final int NOWHERE = -1;

    private final Board board;
    private final Grid grid;
    private final EmptyPoints empty;
    private int koPoint;
    private int moveCount;

    /** Makes a playout for boards like {@code model}. */
    Playout(Board model) {
        board = model.copy();
        grid = model.grid();
        empty = new EmptyPoints(grid.pointCount());
    }

    /**
     * Plays on from {@code start}, {@code color} to move, after a play at {@code lastMove} or a pass, and returns Black's area minus
     * White's at the end.
     */
    int run(Board start, int lastMove, int color, SplitMix64 random) {
        board.copyFrom(start);
        empty.copyFrom(board.points(Color.EMPTY));
        koPoint = lastMove == grid.pass() ? NOWHERE : koPointAfter(lastMove);
        int moveLimit = MOVES_PER_POINT * grid.pointCount();
        int passCount = 0;
        int toMove = color;
        for (moveCount = 0; passCount < 2 && moveCount < moveLimit; moveCount++) {
            int point = choose(toMove, random);
            if (point == NOWHERE) {
                passCount++;
                koPoint = NOWHERE;
            } else {
                passCount = 0;
                play(point, toMove);
            }
            toMove = Color.opponent(toMove);
        }
        return areaMargin();
    }

    /** Returns the count of moves of the last run, passes included. */
    int moveCount() {
        return moveCount;
    }

    /** Returns the board as the last run left it, to look at and not to touch. */
    Board board() {
        return board;
    }

    private int choose(int color, SplitMix64 random) {
        for (int left = empty.count(); left > 0; left--) {
            int place = random.nextInt(left);
            int point = empty.at(place);
            if (isSensible(point, color)) {
                return point;
            }
            empty.swap(place, left - 1);
        }
        return NOWHERE;
    }

    private boolean isSensible(int point, int color) {
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
        for (int i = 0; i < board.capturedCount(); i++) {
            empty.add(board.captured(i));
        }
        koPoint = koPointAfter(point);
    }

    /** Returns the point where the stone just played at {@code point} must not be retaken at once, if there is one. */
    private int koPointAfter(int point) {
        boolean isKo = board.capturedCount() == 1
                && board.colorAt(point) != Color.EMPTY
                && board.chainSize(point) == 1
                && board.isInAtariAt(point, board.captured(0));
        return isKo ? board.captured(0) : NOWHERE;
    }

    private int areaMargin() {
        int margin = board.stoneCount(Color.BLACK) - board.stoneCount(Color.WHITE);
        for (int i = 0; i < empty.count(); i++) {
            margin += ownership(empty.at(i));
        }
        return margin;
    }

    /** Returns 1 if {@code point} has black neighbors and no white ones, -1 in the reverse case, and else 0. */
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

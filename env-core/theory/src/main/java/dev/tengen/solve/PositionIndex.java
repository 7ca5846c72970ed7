package dev.tengen.solve;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import java.util.Arrays;

/**
 * A numbering of all legal colorings of a small grid, with the successor of each play and the margin of each coloring.
 *
 * <p>Colorings are numbered in the order of their base-three codes, so a number means the same on every machine. A
 * <em>state</em> is a coloring, the player to move, and whether the last move was a pass. Immutable.
 */
final class PositionIndex {
    /** The value of {@link #after} for an occupied point. */
    static final int NONE = -1;

    static final int STATES_PER_POSITION = 4;

    private final Grid grid;
    private final int pointCount;
    private final int count;

    /** For each set of points as a bit mask, the sum of the powers of three of these points. */
    private final int[] ternary;

    /** For each base-three code the number of the coloring, or {@link #NONE} if it is illegal. */
    private final int[] numbers;

    private final int[] after;
    private final byte[] margins;

    PositionIndex(Grid grid) {
        this.grid = grid;
        pointCount = grid.pointCount();
        ternary = ternary(pointCount);
        numbers = new int[ternary[(1 << pointCount) - 1] * 2 + 1];
        BitBoard board = new BitBoard(grid);
        int[] black = new int[numbers.length];
        int[] white = new int[numbers.length];
        count = number(board, black, white);
        after = new int[count * 2 * pointCount];
        margins = new byte[count];
        for (int position = 0; position < count; position++) {
            margins[position] = (byte) board.margin(black[position], white[position]);
            for (int point = 0; point < pointCount; point++) {
                addPlays(board, black[position], white[position], point);
            }
        }
    }

    private static int[] ternary(int pointCount) {
        int[] sums = new int[1 << pointCount];
        int power = 1;
        for (int point = 0; point < pointCount; point++) {
            for (int mask = 0; mask < 1 << point; mask++) {
                sums[mask | 1 << point] = sums[mask] + power;
            }
            power *= 3;
        }
        return sums;
    }

    /** Numbers the legal colorings and writes their stones to the arrays. Returns how many there are. */
    private int number(BitBoard board, int[] black, int[] white) {
        Arrays.fill(numbers, NONE);
        int[] blackOf = new int[numbers.length];
        int[] whiteOf = new int[numbers.length];
        int all = (1 << pointCount) - 1;
        for (int stones = 0; stones <= all; stones++) {
            for (int points = all & ~stones; ; points = points - 1 & ~stones) {
                blackOf[ternary[stones] + 2 * ternary[points]] = stones;
                whiteOf[ternary[stones] + 2 * ternary[points]] = points;
                if (points == 0) {
                    break;
                }
            }
        }
        int next = 0;
        for (int code = 0; code < numbers.length; code++) {
            if (board.isLegal(blackOf[code], whiteOf[code])) {
                black[next] = blackOf[code];
                white[next] = whiteOf[code];
                numbers[code] = next++;
            }
        }
        return next;
    }

    private void addPlays(BitBoard board, int black, int white, int point) {
        int position = number(black, white);
        int stone = 1 << point;
        if (((black | white) & stone) != 0) {
            after[index(position, Color.BLACK, point)] = NONE;
            after[index(position, Color.WHITE, point)] = NONE;
            return;
        }
        int whiteLeft = board.enemyAfter(black, white, point);
        after[index(position, Color.BLACK, point)] = number(board.ownAfter(black | stone, whiteLeft, point), whiteLeft);
        int blackLeft = board.enemyAfter(white, black, point);
        after[index(position, Color.WHITE, point)] = number(blackLeft, board.ownAfter(white | stone, blackLeft, point));
    }

    private int number(int black, int white) {
        return numbers[ternary[black] + 2 * ternary[white]];
    }

    private int index(int position, int color, int point) {
        return (position * 2 + color - Color.BLACK) * pointCount + point;
    }

    Grid grid() {
        return grid;
    }

    /** Returns the number of legal colorings. */
    int count() {
        return count;
    }

    /** Returns the number of states; each state is a number below this. */
    int stateCount() {
        return count * STATES_PER_POSITION;
    }

    /** Returns the number of the coloring with these stones. */
    int number(PointSet black, PointSet white) {
        return number(mask(black), mask(white));
    }

    private static int mask(PointSet stones) {
        return (int) Long.reverse(stones.word(0));
    }

    /** Returns the coloring after a play of {@code color} at {@code point}; {@link #NONE} if the point is occupied. */
    int after(int position, int color, int point) {
        return after[index(position, color, point)];
    }

    /** Returns Black's area minus White's, without komi. */
    int margin(int position) {
        return margins[position];
    }

    /** Returns the state of a coloring with {@code color} to move. */
    static int state(int position, int color, boolean isAfterPass) {
        return position * STATES_PER_POSITION + (color - Color.BLACK) * 2 + (isAfterPass ? 1 : 0);
    }

    /** Returns the coloring of a state. */
    static int position(int state) {
        return state / STATES_PER_POSITION;
    }

    /** Returns the player to move in a state. */
    static int color(int state) {
        return Color.BLACK + (state >> 1 & 1);
    }

    /** Returns whether the last move before a state was a pass. */
    static boolean isAfterPass(int state) {
        return (state & 1) != 0;
    }
}

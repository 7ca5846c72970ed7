package dev.tengen.solve;

import dev.tengen.board.Grid;

/**
 * Bitboard operations for a board so small that the stones of a color are the bits of an int, bit {@code p} for point
 * {@code p}.
 *
 * <p>It has no state: a position is a pair of masks. Thread-safe.
 */
final class BitBoard {
    private final int pointCount;
    private final int[] neighbors;

    BitBoard(Grid grid) {
        pointCount = grid.pointCount();
        neighbors = new int[pointCount];
        for (int point = 0; point < pointCount; point++) {
            for (int direction = 0; direction < 4; direction++) {
                int neighbor = grid.neighbor(point, direction);
                neighbors[point] |= grid.contains(neighbor) ? 1 << neighbor : 0;
            }
        }
    }

    /** Returns whether every chain has a liberty. */
    boolean isLegal(int black, int white) {
        int empty = empty(black, white);
        return flood(empty, black) == (black | empty) && flood(empty, white) == (white | empty);
    }

    /** Returns the enemy stones that remain after a play at the empty {@code point}. */
    int enemyAfter(int own, int enemy, int point) {
        int stones = own | (1 << point);
        return enemy & flood(empty(stones, enemy), enemy);
    }

    /**
     * Returns the mover's stones that remain after a play at {@code point}. {@code own} must include the new stone, and
     * captured stones must be removed from {@code enemy}.
     */
    int ownAfter(int own, int enemy, int point) {
        int chain = flood(1 << point, own);
        return (neighborsOf(chain) & empty(own, enemy)) == 0 ? own & ~chain : own;
    }

    /** Returns Black's area minus White's. */
    int margin(int black, int white) {
        int empty = empty(black, white);
        int blackReach = flood(black, empty);
        int whiteReach = flood(white, empty);
        return Integer.bitCount(blackReach & ~whiteReach) - Integer.bitCount(whiteReach & ~blackReach);
    }

    private int empty(int black, int white) {
        return ((1 << pointCount) - 1) & ~(black | white);
    }

    /** Flood fill: returns {@code seed} and all points that it reaches through {@code area}. */
    private int flood(int seed, int area) {
        int reached = seed;
        int next = reached | (neighborsOf(reached) & area);
        while (next != reached) {
            reached = next;
            next = reached | (neighborsOf(reached) & area);
        }
        return reached;
    }

    private int neighborsOf(int points) {
        int all = 0;
        for (int rest = points; rest != 0; rest &= rest - 1) {
            all |= neighbors[Integer.numberOfTrailingZeros(rest)];
        }
        return all;
    }
}

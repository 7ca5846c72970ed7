package dev.tengen.solve;

import dev.tengen.board.Grid;

/**
 * Plays and areas on a board so small that the stones of a color are the bits of an int, bit {@code p} for point {@code p}.
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

    /** Returns the stones of the enemy that are left after a play at {@code point}, which is empty. */
    int enemyAfter(int own, int enemy, int point) {
        int stones = own | (1 << point);
        return enemy & flood(empty(stones, enemy), enemy);
    }

    /** Returns the stones of the mover that are left where the stone at {@code point} is among {@code own}, and the enemy's are. */
    int ownAfter(int own, int enemy, int point) {
        int chain = flood(1 << point, own);
        return (neighborsOf(chain) & empty(own, enemy)) == 0 ? own & ~chain : own;
    }

    /** Returns Black's area less White's. */
    int margin(int black, int white) {
        int empty = empty(black, white);
        int blackReach = flood(black, empty);
        int whiteReach = flood(white, empty);
        return Integer.bitCount(blackReach & ~whiteReach) - Integer.bitCount(whiteReach & ~blackReach);
    }

    private int empty(int black, int white) {
        return ((1 << pointCount) - 1) & ~(black | white);
    }

    /** Returns {@code seed} and all that it reaches through {@code area}. */
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

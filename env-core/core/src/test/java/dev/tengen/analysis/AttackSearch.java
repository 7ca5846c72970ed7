package dev.tengen.analysis;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.board.Zobrist;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Every coloring of a small board, and the black stones that White can capture in each if Black always passes. It uses
 * no concept of eyes or regions.
 */
final class AttackSearch {
    private final Grid grid;
    private final boolean canClear;
    private final int colorings;

    /** By coloring: the bits of the black stones, and of those that White can capture. */
    private final int[] black;

    private final int[] lost;

    /** By coloring and point: the coloring after White's play, or -1. */
    private final int[] next;

    private final BitSet legal;
    private final int[] powers;

    AttackSearch(Grid grid, boolean canClear) {
        this.grid = grid;
        this.canClear = canClear;
        powers = new int[grid.pointCount() + 1];
        powers[0] = 1;
        for (int point = 0; point < grid.pointCount(); point++) {
            powers[point + 1] = 3 * powers[point];
        }
        colorings = powers[grid.pointCount()];
        black = new int[colorings];
        lost = new int[colorings];
        next = new int[colorings * grid.pointCount()];
        legal = new BitSet(colorings);
        for (int coloring = 0; coloring < colorings; coloring++) {
            findPlays(coloring);
        }
        spread();
    }

    /** Returns the number of colorings. */
    int colorings() {
        return colorings;
    }

    /** Returns whether every chain has a liberty. */
    boolean isLegal(int coloring) {
        return legal.get(coloring);
    }

    /** Returns a board with the coloring whose number has the colors of the points as its base-three digits. */
    Board board(int coloring) {
        PointSet blackPoints = new PointSet(grid);
        PointSet whitePoints = new PointSet(grid);
        for (int point = 0; point < grid.pointCount(); point++) {
            switch (coloring / powers[point] % 3) {
                case Color.BLACK -> blackPoints.add(point);
                case Color.WHITE -> whitePoints.add(point);
                default -> {}
            }
        }
        Board board = new Board(grid, Zobrist.of(grid));
        if (coloring > 0) {
            board.setUp(blackPoints, whitePoints);
        }
        return board;
    }

    /** Returns the black stones that White cannot capture. */
    PointSet safe(int coloring) {
        PointSet safe = new PointSet(grid);
        for (int point = 0; point < grid.pointCount(); point++) {
            if (((black[coloring] & ~lost[coloring]) >> point & 1) != 0) {
                safe.add(point);
            }
        }
        return safe;
    }

    private void findPlays(int coloring) {
        Arrays.fill(next, coloring * grid.pointCount(), (coloring + 1) * grid.pointCount(), -1);
        Board board = board(coloring);
        for (int point = 0; point < grid.pointCount(); point++) {
            black[coloring] |= board.colorAt(point) == Color.BLACK ? 1 << point : 0;
        }
        if (!hasLiberties(board)) {
            return;
        }
        legal.set(coloring);
        for (int point = 0; point < grid.pointCount(); point++) {
            if (board.colorAt(point) == Color.EMPTY && (canClear || !board.isSuicide(point, Color.WHITE))) {
                Board after = board.copy();
                after.place(point, Color.WHITE);
                next[coloring * grid.pointCount() + point] = number(after);
            }
        }
    }

    private static boolean hasLiberties(Board board) {
        PointSet chains = board.points(Color.EMPTY).copy();
        for (int color = Color.BLACK; color <= Color.WHITE; color++) {
            PointSet reached = board.points(Color.EMPTY).copy();
            PointSet area = board.points(Color.EMPTY).copy();
            area.addAll(board.points(color));
            reached.floodWithin(area);
            chains.addAll(reached);
        }
        return chains.size() == board.grid().pointCount();
    }

    private int number(Board board) {
        int number = 0;
        for (int point = 0; point < grid.pointCount(); point++) {
            number += board.colorAt(point) * powers[point];
        }
        return number;
    }

    /**
     * Stones that a play captures are lost, and so are stones lost in the position after it; repeated until nothing
     * changes.
     */
    private void spread() {
        boolean grows = true;
        while (grows) {
            grows = false;
            for (int coloring = 0; coloring < colorings; coloring++) {
                int before = lost[coloring];
                for (int point = 0; point < grid.pointCount(); point++) {
                    int after = next[coloring * grid.pointCount() + point];
                    if (after >= 0) {
                        lost[coloring] |= black[coloring] & ~black[after] | lost[after];
                    }
                }
                grows |= lost[coloring] != before;
            }
        }
    }
}

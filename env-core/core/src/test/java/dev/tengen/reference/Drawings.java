package dev.tengen.reference;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import java.util.Random;

/** Draws the colorings that games start from: rows from the top, one line each. */
final class Drawings {
    private Drawings() {}

    /** Returns the drawing of an empty board. */
    static String empty(Grid grid) {
        return rows(grid, ".".repeat(grid.pointCount()));
    }

    /** Returns a drawing of stones thrown at random, few or many; chains without liberties are cleared. */
    static String thrown(Grid grid, Random random) {
        double stoneRate = random.nextDouble();
        StringBuilder thrown = new StringBuilder();
        for (int point = 0; point < grid.pointCount(); point++) {
            int color = random.nextDouble() < stoneRate ? 1 + random.nextInt(2) : Color.EMPTY;
            thrown.append(ReferenceBoard.symbol(color));
        }
        ReferenceBoard board = new ReferenceBoard(grid.width(), grid.height());
        char[] coloring = thrown.toString().toCharArray();
        board.clear(coloring, Color.WHITE);
        board.clear(coloring, Color.BLACK);
        return rows(grid, new String(coloring));
    }

    /** Returns the drawing of a coloring. */
    static String rows(Grid grid, String coloring) {
        return coloring.replaceAll("(.{" + grid.width() + "})", "$1\n");
    }
}

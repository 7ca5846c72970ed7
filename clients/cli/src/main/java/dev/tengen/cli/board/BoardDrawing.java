package dev.tengen.cli.board;

import dev.tengen.board.Grid;

/** Draws a board as text, with row and column names and the last move in parentheses. */
public final class BoardDrawing {
    private BoardDrawing() {}

    /** Returns the drawing, with a line break at its end. {@code lastMove} is a point, or any other number for none. */
    public static String draw(Grid grid, PointSymbols symbols, int lastMove) {
        StringBuilder text = new StringBuilder();
        String columns = columns(grid);
        text.append(columns);
        for (int row = 0; row < grid.height(); row++) {
            String name = String.format("%3d", grid.height() - row);
            text.append(name);
            for (int column = 0; column < grid.width(); column++) {
                int point = grid.point(row, column);
                text.append(separator(point, lastMove, column)).append(symbols.at(point));
            }
            boolean isLastMoveAtEdge = lastMove == grid.point(row, grid.width() - 1);
            text.append(isLastMoveAtEdge ? ")" : " ").append(name.strip()).append('\n');
        }
        return text.append(columns).toString();
    }

    private static String columns(Grid grid) {
        StringBuilder text = new StringBuilder("   ");
        for (int column = 0; column < grid.width(); column++) {
            text.append(' ').append(grid.name(column).charAt(0));
        }
        return text.append('\n').toString();
    }

    private static char separator(int point, int lastMove, int column) {
        if (point == lastMove) {
            return '(';
        }
        return column > 0 && point - 1 == lastMove ? ')' : ' ';
    }
}

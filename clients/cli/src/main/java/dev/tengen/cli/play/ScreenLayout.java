package dev.tengen.cli.play;

import dev.tengen.board.Grid;
import java.util.OptionalInt;

/**
 * The layout of a screen: the board at the top left, or the part around the cursor that fits; text to its right, or
 * below it on a narrow screen; a line of keys or input at the bottom.
 *
 * @param grid the board
 * @param firstRow the topmost row that is visible
 * @param rowCount number of visible rows
 * @param firstColumn the leftmost column that is visible
 * @param columnCount number of visible columns
 * @param textWidth width of the text
 * @param textHeight number of lines of the text
 * @param isTextBeside whether the text is to the right of the board
 */
record ScreenLayout(
        Grid grid,
        int firstRow,
        int rowCount,
        int firstColumn,
        int columnCount,
        int textWidth,
        int textHeight,
        boolean isTextBeside) {
    /** Width of the row names, to the left of the first column. */
    static final int LEFT_MARGIN = 3;

    private static final int RIGHT_MARGIN = 3;
    private static final int SEPARATOR = 1;
    private static final int GAP = 1;
    private static final int COLUMN_WIDTH = 2;
    private static final int NAME_LINES = 2;
    private static final int MIN_TEXT_WIDTH = 22;
    private static final int MIN_TEXT_HEIGHT = 6;

    /** Returns the layout of a screen of {@code width} by {@code height} characters with {@code cursor} visible. */
    static ScreenLayout of(Grid grid, int cursor, int width, int height) {
        int boardWidth = LEFT_MARGIN + COLUMN_WIDTH * grid.width() + RIGHT_MARGIN;
        boolean isBeside = width >= boardWidth + GAP + MIN_TEXT_WIDTH;
        int body = height - 1;
        int roomForRows = body - NAME_LINES - (isBeside ? 0 : MIN_TEXT_HEIGHT);
        int rows = Math.max(1, Math.min(grid.height(), roomForRows));
        int roomForColumns = (width - LEFT_MARGIN - RIGHT_MARGIN) / COLUMN_WIDTH;
        int columns = Math.max(1, Math.min(grid.width(), roomForColumns));
        return new ScreenLayout(
                grid,
                first(grid.row(cursor), rows, grid.height()),
                rows,
                first(grid.column(cursor), columns, grid.width()),
                columns,
                Math.max(1, isBeside ? width - boardWidth - GAP : width),
                Math.max(1, isBeside ? body : body - rows - NAME_LINES),
                isBeside);
    }

    /**
     * Returns the first of {@code count} of {@code total} lines so that {@code middle} is as close to their center as
     * possible.
     */
    private static int first(int middle, int count, int total) {
        return Math.max(0, Math.min(middle - count / 2, total - count));
    }

    /** Returns the column of the screen, from 0, where text to the right of the board starts. */
    int textColumn() {
        return LEFT_MARGIN + COLUMN_WIDTH * columnCount + RIGHT_MARGIN + GAP;
    }

    /** Returns the point at a position of the screen, counted from 0, if there is one. */
    OptionalInt pointAt(int x, int y) {
        int row = y - 1;
        int column = Math.floorDiv(x - LEFT_MARGIN, COLUMN_WIDTH);
        boolean isOnBoard = row >= 0 && row < rowCount && column >= 0 && column < columnCount;
        return isOnBoard ? OptionalInt.of(grid.point(firstRow + row, firstColumn + column)) : OptionalInt.empty();
    }

    /** Returns the visible part of a line of a drawing. */
    String clip(String line) {
        int from = LEFT_MARGIN + COLUMN_WIDTH * firstColumn;
        boolean hasLastColumn = firstColumn + columnCount == grid.width();
        int to =
                Math.min(line.length(), from + COLUMN_WIDTH * columnCount + (hasLastColumn ? RIGHT_MARGIN : SEPARATOR));
        return line.substring(0, Math.min(LEFT_MARGIN, line.length())) + line.substring(Math.min(from, to), to);
    }
}

package dev.tengen.race.layout;

import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import java.util.Arrays;
import java.util.List;

/** The drawing of a layout on a board. */
/*
 * Seen from Black's side, the upper half of the board has from the top: a row of White's safe stones with two eyes in
 * it, and a row without eyes; more such rows, down to the last one, which has Black's liberties beside more of Black's
 * stones; and the rows of Black's chain, with its eye at the right end. White's half is the same, rotated by 180
 * degrees, with the colors exchanged. Between the two halves is a row with stones of White at the left, the shared
 * liberties, and stones of Black.
 */
final class RaceStrip {
    static final char BLACK = 'X';
    static final char WHITE = 'O';
    static final char UNPLAYABLE = '_';
    private static final char EMPTY = '.';

    private final RaceLayout layout;
    private final int size;
    private final char[][] cells;

    private RaceStrip(RaceLayout layout) {
        this.layout = layout;
        size = layout.size();
        cells = new char[size][size];
    }

    /** Returns the drawing of {@code layout}. */
    static RaceStrip of(RaceLayout layout) {
        RaceStrip strip = new RaceStrip(layout);
        int upper = (strip.size - 1) / 2;
        strip.drawHalf(layout.white(), strip.size - 1 - upper);
        strip.turnHalf();
        strip.drawHalf(layout.black(), upper);
        strip.drawShared(upper);
        return strip;
    }

    private void drawHalf(RaceSide side, int height) {
        int chainTop = height - Math.max(1, side.eye().height());
        for (int row = 0; row < height; row++) {
            Arrays.fill(cells[row], row < chainTop - 1 ? WHITE : BLACK);
        }
        cells[0][0] = UNPLAYABLE;
        cells[0][2] = UNPLAYABLE;
        drawLiberties(side, chainTop - 1);
        for (int row = 0; row < side.eye().height(); row++) {
            for (int column = 0; column < side.eye().width(); column++) {
                cells[chainTop + row][size - side.eye().width() + column] =
                        side.eye().symbol(row, column, side.stonesInEye());
            }
        }
    }

    private void drawLiberties(RaceSide side, int row) {
        int column = 0;
        for (RaceShape shape : side.shapes()) {
            cells[row][column++] = WHITE;
            for (int i = 0; i < RaceShape.HEIGHT; i++) {
                List<String> rows = shape.rows();
                rows.get(i).getChars(0, shape.width(), cells[row - RaceShape.HEIGHT + 1 + i], column);
            }
            column += shape.width();
        }
        if (column > 0) {
            cells[row][column++] = WHITE;
        }
        Arrays.fill(cells[row], column, column + side.external(), EMPTY);
    }

    private void turnHalf() {
        for (int row = 0; row < size / 2; row++) {
            for (int column = 0; column < size; column++) {
                cells[size - 1 - row][size - 1 - column] = exchanged(cells[row][column]);
            }
        }
    }

    private void drawShared(int row) {
        int left = RaceLayout.foothold(layout.white());
        int right = RaceLayout.foothold(layout.black());
        int start = Math.max(left, Math.min(size / 3, size - layout.shared() - right));
        Arrays.fill(cells[row], 0, start, WHITE);
        Arrays.fill(cells[row], start, start + layout.shared(), EMPTY);
        Arrays.fill(cells[row], start + layout.shared(), size, BLACK);
    }

    private static char exchanged(char symbol) {
        return switch (symbol) {
            case BLACK -> WHITE;
            case WHITE -> BLACK;
            default -> symbol;
        };
    }

    /** Returns the points of the layout's board that hold {@code symbol}. */
    PointSet points(char symbol) {
        char planned = layout.isSwapped() ? exchanged(symbol) : symbol;
        PointSet points = new PointSet(Grid.square(size));
        for (int row = 0; row < size; row++) {
            for (int column = 0; column < size; column++) {
                if (cells[row][column] == planned) {
                    points.add(turned(row, column));
                }
            }
        }
        return points;
    }

    /** Returns a point of the chain that the layout draws in the upper half, or in the lower half. */
    int essential(boolean isLower) {
        int upper = (size - 1) / 2;
        return isLower ? turned(upper + 1, size - 1) : turned(upper - 1, 0);
    }

    private int turned(int row, int column) {
        int symmetry = layout.symmetry();
        int newRow = (symmetry & 1) == 0 ? row : column;
        int newColumn = (symmetry & 1) == 0 ? column : row;
        return Grid.square(size)
                .point(
                        (symmetry & 2) == 0 ? newRow : size - 1 - newRow,
                        (symmetry & 4) == 0 ? newColumn : size - 1 - newColumn);
    }
}

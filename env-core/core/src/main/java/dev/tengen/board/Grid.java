package dev.tengen.board;

import dev.tengen.base.InvalidValueException;
import java.util.Locale;

/**
 * The geometry of a board: its points and which of them are neighbors.
 *
 * <p>A point is {@code row * width + column}, row 0 at the top. The same number is its action on the wire. The number
 * after the last point, {@link #pointCount()}, has two uses. As a move it is the {@link #pass()}. As a place it is the
 * wall around the board: every point has exactly four neighbors, so hot code needs no test for the edge. Immutable;
 * there is one instance for each size.
 */
public final class Grid {
    /** The smallest width and height. */
    public static final int MIN_SIZE = 1;

    /** The largest width and height, the limit of the Go Text Protocol. */
    public static final int MAX_SIZE = 25;

    private static final String COLUMN_LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
    private static final Grid[] INSTANCES = new Grid[MAX_SIZE * MAX_SIZE];

    static {
        for (int index = 0; index < INSTANCES.length; index++) {
            INSTANCES[index] = new Grid(index % MAX_SIZE + 1, index / MAX_SIZE + 1);
        }
    }

    private final int width;
    private final int height;
    private final int pointCount;
    private final int wordCount;
    private final short[] neighbors;

    private Grid(int width, int height) {
        this.width = width;
        this.height = height;
        this.pointCount = width * height;
        this.wordCount = (pointCount + 63) >>> 6;
        this.neighbors = neighborTable(width, height);
    }

    private static short[] neighborTable(int width, int height) {
        int wall = width * height;
        short[] table = new short[4 * wall];
        for (int point = 0; point < wall; point++) {
            int column = point % width;
            table[4 * point] = (short) (point >= width ? point - width : wall);
            table[4 * point + 1] = (short) (column > 0 ? point - 1 : wall);
            table[4 * point + 2] = (short) (column < width - 1 ? point + 1 : wall);
            table[4 * point + 3] = (short) (point < wall - width ? point + width : wall);
        }
        return table;
    }

    /**
     * Returns the grid of the given size.
     *
     * @throws IllegalArgumentException if {@code width} or {@code height} is outside [1, 25]
     */
    public static Grid of(int width, int height) {
        return INSTANCES[(checkSize("height", height) - 1) * MAX_SIZE + checkSize("width", width) - 1];
    }

    /**
     * Returns the square grid of the given size.
     *
     * @throws IllegalArgumentException if {@code size} is outside [1, 25]
     */
    public static Grid square(int size) {
        return of(checkSize("size", size), size);
    }

    private static int checkSize(String name, int size) {
        if (size < MIN_SIZE || size > MAX_SIZE) {
            throw InvalidValueException.outside(name, size, MIN_SIZE, MAX_SIZE);
        }
        return size;
    }

    /** Returns the number of points in a row. */
    public int width() {
        return width;
    }

    /** Returns the number of points in a column. */
    public int height() {
        return height;
    }

    /** Returns the number of points. */
    public int pointCount() {
        return pointCount;
    }

    /** Returns the number of longs that have a bit for each point. */
    int wordCount() {
        return wordCount;
    }

    /** Returns the move that means pass: the number after the last point. */
    public int pass() {
        return pointCount;
    }

    /** Returns the number of moves: one for each point, and the pass. */
    public int moveCount() {
        return pointCount + 1;
    }

    /** Returns whether {@code point} is a point of this grid. */
    public boolean contains(int point) {
        return point >= 0 && point < pointCount;
    }

    /** Returns the point in {@code row} (0 is the top) and {@code column} (0 is the left). */
    public int point(int row, int column) {
        assert row >= 0 && row < height && column >= 0 && column < width
                : "no point at row " + row + " column " + column;
        return row * width + column;
    }

    /** Returns the row of {@code point}; 0 is the top. */
    public int row(int point) {
        return point / width;
    }

    /** Returns the column of {@code point}; 0 is the left. */
    public int column(int point) {
        return point % width;
    }

    /** Returns neighbor {@code direction} (0 above, 1 left, 2 right, 3 below) of {@code point}; it may be the wall. */
    public int neighbor(int point, int direction) {
        return neighbors[4 * point + direction];
    }

    /**
     * Returns the neighbors of all points, four for each point, for hot loops of this package. Callers must not change
     * it.
     */
    short[] neighbors() {
        return neighbors;
    }

    /** Returns the place around the board; it is never a point. */
    int wall() {
        return pointCount;
    }

    /**
     * Returns the point with the given name: a column letter without I and a row number from the bottom, such as "C3".
     * Case does not matter. "pass" is {@link #pass()}.
     *
     * @throws IllegalArgumentException if this grid has no such point
     */
    public int point(String name) {
        String text = name.strip().toUpperCase(Locale.ROOT);
        if (text.equals("PASS")) {
            return pass();
        }
        if (text.matches("[A-HJ-Z][1-9][0-9]?")) {
            int column = COLUMN_LETTERS.indexOf(text.charAt(0));
            int row = height - Integer.parseInt(text.substring(1));
            if (column < width && row >= 0) {
                return point(row, column);
            }
        }
        throw InvalidValueException.outside("point", "\"" + name + "\"", "A1", name(width - 1));
    }

    /** Returns the name of {@code move}: a point such as "C3", or "pass". */
    public String name(int move) {
        if (move == pass()) {
            return "pass";
        }
        assert contains(move) : "no point " + move;
        return COLUMN_LETTERS.charAt(column(move)) + Integer.toString(height - row(move));
    }

    /** Returns the size with the width first, such as "9x9". */
    @Override
    public String toString() {
        return width + "x" + height;
    }
}

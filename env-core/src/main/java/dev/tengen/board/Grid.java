package dev.tengen.board;

import java.util.Locale;

/**
 * The geometry of a board: which points there are and which are neighbors.
 *
 * <p>A point is {@code row * width + column}, row 0 at the top, which is also its action number on the wire. The number
 * after the last point, {@link #pointCount()}, serves twice: as a move it is a {@link #pass()}, and as a place it is the
 * wall that surrounds the board, so that every point has exactly four neighbors and hot code needs no test for the
 * edge. Immutable; there is one instance for each size.
 */
public final class Grid {
    /** The least width and height. */
    public static final int MIN_SIZE = 1;

    /** The greatest width and height, the limit of the Go Text Protocol. */
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
    private final short[] neighbors;

    private Grid(int width, int height) {
        this.width = width;
        this.height = height;
        this.pointCount = width * height;
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
     * Returns the grid of the given size, each of {@code width} and {@code height} from 1 to 25. Throws {@link
     * IllegalArgumentException} outside.
     */
    public static Grid of(int width, int height) {
        return INSTANCES[(checkSize("height", height) - 1) * MAX_SIZE + checkSize("width", width) - 1];
    }

    /** Returns the square grid of {@code size} from 1 to 25. Throws {@link IllegalArgumentException} outside. */
    public static Grid square(int size) {
        return of(checkSize("size", size), size);
    }

    private static int checkSize(String name, int size) {
        if (size < MIN_SIZE || size > MAX_SIZE) {
            throw InvalidValueException.outside(name, size, MIN_SIZE, MAX_SIZE);
        }
        return size;
    }

    /** Returns the count of points in a row. */
    public int width() {
        return width;
    }

    /** Returns the count of points in a column. */
    public int height() {
        return height;
    }

    /** Returns the count of points. */
    public int pointCount() {
        return pointCount;
    }

    /** Returns the move that is a pass: the number after the last point. */
    public int pass() {
        return pointCount;
    }

    /** Returns the count of moves: one for each point, and the pass. */
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

    /** Returns neighbor {@code direction} (0 above, 1 left, 2 right, 3 below) of {@code point}, maybe the wall. */
    public int neighbor(int point, int direction) {
        return neighbors[4 * point + direction];
    }

    /** Returns neighbors of all points, four to a point, for hot loops of this package. Not to be written to. */
    short[] neighbors() {
        return neighbors;
    }

    /** Returns the place that surrounds the board; it is never a point. */
    int wall() {
        return pointCount;
    }

    /**
     * Returns the point that players call {@code name}: a column letter without I and a row number from the bottom, as
     * in "C3"; case does not matter. "pass" is {@link #pass()}. Throws {@link IllegalArgumentException} where there is
     * no such point.
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

    /** Returns what players call {@code move}: "C3" and the like, or "pass". */
    public String name(int move) {
        if (move == pass()) {
            return "pass";
        }
        assert contains(move) : "no point " + move;
        return COLUMN_LETTERS.charAt(column(move)) + Integer.toString(height - row(move));
    }

    /** Returns the size as players say it: "9x9", width first. */
    @Override
    public String toString() {
        return width + "x" + height;
    }
}

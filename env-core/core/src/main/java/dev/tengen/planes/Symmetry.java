package dev.tengen.planes;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import java.util.List;

/**
 * A symmetry of the board: one of the eight rotations and reflections of a square. Four of them keep rows as rows and
 * are symmetries of other rectangles too.
 *
 * <p>Rotations are counterclockwise, like {@code numpy.rot90}. {@link SymmetryMap} has lookup tables.
 */
public enum Symmetry {
    /** No change. */
    IDENTITY(1, false, false, false),
    /** A rotation by 90 degrees counterclockwise: the right column becomes the top row. */
    ROTATE_90(2, true, true, false),
    /** A rotation by 180 degrees. */
    ROTATE_180(3, false, true, true),
    /** A rotation by 270 degrees counterclockwise: the left column becomes the top row. */
    ROTATE_270(4, true, false, true),
    /** A flip upside down: the bottom row becomes the top row. */
    FLIP_ROWS(5, false, true, false),
    /** A flip left to right: the right column becomes the left column. */
    FLIP_COLUMNS(6, false, false, true),
    /** A reflection in the diagonal through the top left corner: rows become columns. */
    TRANSPOSE(7, true, false, false),
    /** A reflection in the diagonal through the top right corner. */
    ANTI_TRANSPOSE(8, true, true, true);

    private static final List<Symmetry> ALL = List.of(values());
    private static final List<Symmetry> OF_RECTANGLES =
            ALL.stream().filter(symmetry -> !symmetry.swapsSides()).toList();

    /*
     * Each symmetry is an optional transposition, then an optional flip of the rows, then an optional flip of the
     * columns.
     */
    private final int number;
    private final boolean isTransposing;
    private final boolean isFlippingRows;
    private final boolean isFlippingColumns;

    Symmetry(int number, boolean isTransposing, boolean isFlippingRows, boolean isFlippingColumns) {
        this.number = number;
        this.isTransposing = isTransposing;
        this.isFlippingRows = isFlippingRows;
        this.isFlippingColumns = isFlippingColumns;
    }

    /** Returns the symmetries of {@code grid} in order: eight for a square, four for another rectangle. */
    public static List<Symmetry> of(Grid grid) {
        return grid.width() == grid.height() ? ALL : OF_RECTANGLES;
    }

    /** Returns the number in batch rows and on the wire, from 1. */
    public int number() {
        return number;
    }

    /** Returns whether rows become columns. Only squares have such symmetries. */
    public boolean swapsSides() {
        return isTransposing;
    }

    /** Returns whether the rows are flipped, after the transposition if there is one. */
    public boolean isFlippingRows() {
        return isFlippingRows;
    }

    /** Returns whether the columns are flipped, after the transposition if there is one. */
    public boolean isFlippingColumns() {
        return isFlippingColumns;
    }

    /**
     * Checks that {@code grid} has this symmetry.
     *
     * @throws InvalidValueException if it does not
     */
    public void requireOn(Grid grid) {
        if (!of(grid).contains(this)) {
            throw InvalidValueException.not("symmetry", this, "one of " + of(grid) + " on a board of " + grid);
        }
    }

    /** Returns the image of {@code point} on {@code grid}. */
    int apply(int point, Grid grid) {
        int row = isTransposing ? grid.column(point) : grid.row(point);
        int column = isTransposing ? grid.row(point) : grid.column(point);
        return grid.point(
                isFlippingRows ? grid.height() - 1 - row : row, isFlippingColumns ? grid.width() - 1 - column : column);
    }
}

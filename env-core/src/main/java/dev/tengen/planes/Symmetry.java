package dev.tengen.planes;

import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import java.util.List;
import java.util.stream.Stream;

/**
 * A way to turn or mirror a board so that its points cover the same square: there are eight. Four of them leave rows rows
 * and are symmetries of other rectangles too.
 *
 * <p>Quarter turns are counter-clockwise, as those of {@code numpy.rot90}. {@link SymmetryMap} has the tables.
 */
public enum Symmetry {
    /** Nothing is moved. */
    IDENTITY(1, false, false, false),
    /** A quarter turn counter-clockwise: the right column becomes the top row. */
    ROTATE_90(2, true, true, false),
    /** A half turn. */
    ROTATE_180(3, false, true, true),
    /** Three quarter turns counter-clockwise, which is one clockwise: the left column becomes the top row. */
    ROTATE_270(4, true, false, true),
    /** Upside down: the bottom row becomes the top row. */
    FLIP_ROWS(5, false, true, false),
    /** Left to right: the right column becomes the left column. */
    FLIP_COLUMNS(6, false, false, true),
    /** Mirrored at the diagonal through the top left corner: rows become columns. */
    TRANSPOSE(7, true, false, false),
    /** Mirrored at the diagonal through the top right corner. */
    ANTI_TRANSPOSE(8, true, true, true);

    private static final List<Symmetry> ALL = List.of(values());
    private static final List<Symmetry> OF_RECTANGLES =
            ALL.stream().filter(symmetry -> !symmetry.swapsSides()).toList();

    /* Each is a mirroring at the diagonal or none, then rows upside down or not, then columns the other way round or not. */
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

    private static Symmetry of(boolean isTransposing, boolean isFlippingRows, boolean isFlippingColumns) {
        return Stream.of(values())
                .filter(symmetry -> symmetry.isTransposing == isTransposing
                        && symmetry.isFlippingRows == isFlippingRows
                        && symmetry.isFlippingColumns == isFlippingColumns)
                .findFirst()
                .orElseThrow();
    }

    /** Returns the symmetries of {@code grid}, in their order: eight of a square, four of another rectangle. */
    public static List<Symmetry> of(Grid grid) {
        return grid.width() == grid.height() ? ALL : OF_RECTANGLES;
    }

    /** Returns its number in rows and on the wire, from 1. */
    public int number() {
        return number;
    }

    /** Returns whether rows become columns, which only a square allows. */
    public boolean swapsSides() {
        return isTransposing;
    }

    public boolean isFlippingRows() {
        return isFlippingRows;
    }

    public boolean isFlippingColumns() {
        return isFlippingColumns;
    }

    /** Throws {@link InvalidValueException} where it is no symmetry of {@code grid}. */
    public void requireOn(Grid grid) {
        if (!of(grid).contains(this)) {
            throw InvalidValueException.not("symmetry", this, "one of " + of(grid) + " on a board of " + grid);
        }
    }

    /** Returns the symmetry that takes back what this one does. */
    public Symmetry inverse() {
        return isTransposing ? of(true, isFlippingColumns, isFlippingRows) : this;
    }

    /** Returns the symmetry that does what this one and then {@code next} does. */
    public Symmetry then(Symmetry next) {
        boolean rows = next.isTransposing ? isFlippingColumns : isFlippingRows;
        boolean columns = next.isTransposing ? isFlippingRows : isFlippingColumns;
        return of(isTransposing != next.isTransposing, rows != next.isFlippingRows, columns != next.isFlippingColumns);
    }

    /** Returns where {@code point} of {@code grid} comes to. */
    int turn(int point, Grid grid) {
        int row = isTransposing ? grid.column(point) : grid.row(point);
        int column = isTransposing ? grid.row(point) : grid.column(point);
        return grid.point(
                isFlippingRows ? grid.height() - 1 - row : row, isFlippingColumns ? grid.width() - 1 - column : column);
    }
}

package dev.tengen.game;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;

/**
 * The fixed handicap placements of GTP 2 (section 4.1.1): stones on the star points of square boards of 7×7 and larger.
 *
 * <p>Corner stones are on the third line up to 12×12 and on the fourth line from 13×13. Boards of odd size from 9×9
 * have up to nine stones. Boards of even size, and 7×7, have no middle lines and up to four stones.
 */
public final class FixedHandicap {
    /** The smallest board that has fixed placements. */
    public static final int MIN_SIZE = 7;

    /** The smallest number of stones. */
    public static final int MIN_COUNT = 2;

    private static final int MAX_COUNT_ON_CORNERS = 4;
    private static final int MAX_COUNT = 9;

    /** From this size on, corner stones are on the fourth line. */
    private static final int FOURTH_LINE_SIZE = 13;

    private FixedHandicap() {}

    /** Returns the largest number of stones that {@code grid} has placements for; 0 if it has none. */
    public static int maxCount(Grid grid) {
        int size = grid.width();
        if (size != grid.height() || size < MIN_SIZE) {
            return 0;
        }
        return size % 2 == 0 || size == MIN_SIZE ? MAX_COUNT_ON_CORNERS : MAX_COUNT;
    }

    /**
     * Returns the start of a game with {@code count} handicap stones: White to move, {@link Setup#handicap} set.
     *
     * @throws InvalidValueException if the grid has no placement for {@code count} stones
     */
    public static Setup setup(Grid grid, int count) {
        return Setup.of(grid, points(grid, count), new PointSet(grid), Color.WHITE)
                .withHandicap(count);
    }

    /**
     * Returns the points of {@code count} handicap stones, in a new set.
     *
     * @throws InvalidValueException if the grid has no placement for {@code count} stones
     */
    public static PointSet points(Grid grid, int count) {
        int most = maxCount(grid);
        if (most == 0) {
            throw InvalidValueException.not("size", grid, "a square board of 7x7 or more, as fixed handicap needs");
        }
        InvalidValueException.requireWithin("handicap", count, MIN_COUNT, most);
        Lines lines = new Lines(grid);
        // Corners are named as Black sees them, from the bottom side.
        PointSet points = PointSet.of(grid, lines.at(lines.low, lines.low), lines.at(lines.high, lines.high));
        if (count >= 3) {
            points.add(lines.at(lines.high, lines.low));
        }
        if (count >= 4) {
            points.add(lines.at(lines.low, lines.high));
        }
        if (count >= 6) {
            points.add(lines.at(lines.middle, lines.low));
            points.add(lines.at(lines.middle, lines.high));
        }
        if (count >= 8) {
            points.add(lines.at(lines.low, lines.middle));
            points.add(lines.at(lines.high, lines.middle));
        }
        if (count == 5 || count == 7 || count == 9) {
            points.add(lines.at(lines.middle, lines.middle));
        }
        return points;
    }

    /** The lines of the star points, counted from the bottom and from the left, from 0. */
    private static final class Lines {
        private final Grid grid;
        private final int low;
        private final int middle;
        private final int high;

        private Lines(Grid grid) {
            this.grid = grid;
            int size = grid.width();
            low = size < FOURTH_LINE_SIZE ? 2 : 3;
            middle = size / 2;
            high = size - 1 - low;
        }

        /** Returns the point on a line counted from the bottom and a line counted from the left. */
        private int at(int fromBottom, int fromLeft) {
            return grid.point(grid.height() - 1 - fromBottom, fromLeft);
        }
    }
}

package dev.tengen.analysis;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import java.util.Arrays;

/**
 * The influence of stones on the points around them, as in the first program that played Go (A. L. Zobrist, 1969). It
 * shows which color is strong where and ignores life and death.
 *
 * <p>Only the constructor allocates. Not thread-safe.
 */
public final class Influence {
    /*
     * A black stone starts with 50, a white one with -50, an empty point with 0. Then, four times, each point adds one
     * for each neighbor that was positive before and subtracts one for each that was negative. So influence extends
     * over four points, and a value is at most 50 + 4 * 4.
     */
    private static final int STONE = 50;
    private static final int ROUNDS = 4;
    private static final int DIRECTIONS = 4;

    /** The largest influence, for Black; its negative is the largest for White. */
    public static final int MAX = STONE + ROUNDS * DIRECTIONS;

    private final Grid grid;
    private final int[] values;
    private final PointSet positive;
    private final PointSet negative;

    /** Creates an analysis of boards on {@code grid}. All influence is 0 until {@link #find}. */
    public Influence(Grid grid) {
        this.grid = grid;
        values = new int[grid.pointCount()];
        positive = new PointSet(grid);
        negative = new PointSet(grid);
    }

    /** Computes the influence on every point of {@code board}. */
    public void find(Board board) {
        positive.copyFrom(board.points(Color.BLACK));
        negative.copyFrom(board.points(Color.WHITE));
        Arrays.fill(values, 0);
        addAt(positive, STONE);
        addAt(negative, -STONE);
        for (int round = 0; round < ROUNDS; round++) {
            addBeside(positive, 1);
            addBeside(negative, -1);
            collectSigns();
        }
    }

    private void addAt(PointSet points, int value) {
        for (int point = points.first(); point >= 0; point = points.next(point)) {
            values[point] += value;
        }
    }

    /** Adds {@code value} to each point once for each of its neighbors in {@code points}. */
    private void addBeside(PointSet points, int value) {
        for (int point = points.first(); point >= 0; point = points.next(point)) {
            for (int direction = 0; direction < DIRECTIONS; direction++) {
                int neighbor = grid.neighbor(point, direction);
                if (grid.contains(neighbor)) {
                    values[neighbor] += value;
                }
            }
        }
    }

    private void collectSigns() {
        positive.clear();
        negative.clear();
        for (int point = 0; point < values.length; point++) {
            if (values[point] > 0) {
                positive.add(point);
            } else if (values[point] < 0) {
                negative.add(point);
            }
        }
    }

    /**
     * Returns the influence on {@code point}, within [-{@link #MAX}, {@link #MAX}]: positive for Black, negative for
     * White.
     */
    public int at(int point) {
        return values[point];
    }
}

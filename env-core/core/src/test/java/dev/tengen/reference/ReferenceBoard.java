package dev.tengen.reference;

import dev.tengen.board.Color;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;

/**
 * The part of the rules that speaks of one coloring alone: reaching, clearing and whose point is whose.
 *
 * <p>The comments quote the rules by the numbers that {@link ReferenceGame} gives them.
 */
final class ReferenceBoard {
    /** The symbols of {@link Color#EMPTY}, {@link Color#BLACK} and {@link Color#WHITE} in a coloring. */
    static final String SYMBOLS = ".XO";

    private static final String COLUMN_NAMES = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
    private static final char EMPTY = '.';

    private final int width;
    private final int height;
    private final int[][] neighbors;

    /* Rule 1. */
    ReferenceBoard(int width, int height) {
        this.width = width;
        this.height = height;
        neighbors = new int[width * height][];
        for (int point = 0; point < neighbors.length; point++) {
            neighbors[point] = neighborsOf(point);
        }
    }

    int width() {
        return width;
    }

    int height() {
        return height;
    }

    int pointCount() {
        return width * height;
    }

    int[] neighbors(int point) {
        return neighbors[point];
    }

    /** Returns the points that paths of points drawn alike join to this one, itself included, in order. */
    Set<Integer> connected(String drawing, int start) {
        Set<Integer> found = new TreeSet<>(Set.of(start));
        Deque<Integer> open = new ArrayDeque<>(found);
        while (!open.isEmpty()) {
            int point = open.remove();
            for (int neighbor : neighbors[point]) {
                if (drawing.charAt(neighbor) == drawing.charAt(start) && found.add(neighbor)) {
                    open.add(neighbor);
                }
            }
        }
        return found;
    }

    /** Returns the point that players call by this name, such as {@code C3} (row 1 is the lowest). */
    int point(String name) {
        int column = COLUMN_NAMES.indexOf(name.charAt(0));
        int row = height - Integer.parseInt(name.substring(1));
        return row * width + column;
    }

    /** Returns whether every chain of a coloring has a liberty, so that clearing either color changes nothing. */
    boolean isSettled(String coloring) {
        char[] grid = coloring.toCharArray();
        return clear(grid, Color.BLACK) + clear(grid, Color.WHITE) == 0;
    }

    /** Returns the owner of each point, drawn like a coloring (rule 9). */
    String owners(String coloring) {
        char[] grid = coloring.toCharArray();
        char[] owners = grid.clone();
        boolean[] reachesBlack = reaching(grid, EMPTY, symbol(Color.BLACK));
        boolean[] reachesWhite = reaching(grid, EMPTY, symbol(Color.WHITE));
        for (int point = 0; point < grid.length; point++) {
            if (grid[point] == EMPTY && reachesBlack[point] != reachesWhite[point]) {
                owners[point] = symbol(reachesBlack[point] ? Color.BLACK : Color.WHITE);
            }
        }
        return new String(owners);
    }

    /** Empties every point of a color that does not reach empty (rule 4). Returns the number of points emptied. */
    int clear(char[] grid, int color) {
        boolean[] reachesEmpty = reaching(grid, symbol(color), EMPTY);
        int clearedCount = 0;
        for (int point = 0; point < grid.length; point++) {
            if (grid[point] == symbol(color) && !reachesEmpty[point]) {
                grid[point] = EMPTY;
                clearedCount++;
            }
        }
        return clearedCount;
    }

    /* Rule 3, for all points of one color at once: each path is walked from its far end. */
    private boolean[] reaching(char[] grid, char own, char target) {
        boolean[] reaches = new boolean[grid.length];
        int[] path = new int[grid.length];
        int length = 0;
        for (int point = 0; point < grid.length; point++) {
            if (grid[point] == target) {
                length = extend(grid, own, point, reaches, path, length);
            }
        }
        while (length > 0) {
            int point = path[--length];
            length = extend(grid, own, point, reaches, path, length);
        }
        return reaches;
    }

    private int extend(char[] grid, char own, int from, boolean[] reaches, int[] path, int length) {
        int longer = length;
        for (int neighbor : neighbors[from]) {
            if (grid[neighbor] == own && !reaches[neighbor]) {
                reaches[neighbor] = true;
                path[longer++] = neighbor;
            }
        }
        return longer;
    }

    private int[] neighborsOf(int point) {
        int[] found = new int[4];
        int count = 0;
        for (int other = 0; other < neighbors.length; other++) {
            int rows = Math.abs(point / width - other / width);
            int columns = Math.abs(point % width - other % width);
            if (rows + columns == 1) {
                found[count++] = other;
            }
        }
        return Arrays.copyOf(found, count);
    }

    static char symbol(int color) {
        return SYMBOLS.charAt(color);
    }
}

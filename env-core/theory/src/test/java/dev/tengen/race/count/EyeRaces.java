package dev.tengen.race.count;

import dev.tengen.board.Board;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.race.Race;
import dev.tengen.testing.Diagrams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Races in which Black has an eye of any shape, and all other liberties are plain. */
final class EyeRaces {
    private static final int WIDTH = 9;
    private static final int EYE_COLUMN = 1;
    private static final int OUTSIDE_ROW = 2;
    private static final String ALL_BLACK = "X".repeat(WIDTH);
    private static final String ALL_WHITE = "O".repeat(WIDTH);

    private EyeRaces() {}

    /**
     * Returns a race.
     *
     * @param shape the points of Black's eye
     * @param stones which of them, by their order as bits, hold white stones
     * @param outside the number of plain liberties of Black
     * @param shared the number of shared liberties
     * @param rival the number of plain liberties of White
     */
    static Race race(Set<Place> shape, int stones, int outside, int shared, int rival) {
        List<String> rows = new ArrayList<>(List.of("*O*OOOOOO", ALL_WHITE, plain(outside, 'X')));
        rows.addAll(eye(shape, stones));
        rows.addAll(List.of(plain(shared, 'O'), ALL_WHITE, plain(rival, 'O'), ALL_BLACK, "XXXXXX*X*"));
        String drawing = String.join("\n", rows);
        Board board = Diagrams.board(drawing);
        PointSet unplayable = Diagrams.marked(drawing);
        Grid grid = board.grid();
        int black = grid.point(OUTSIDE_ROW + 1, WIDTH - 1);
        int white = grid.point(rows.size() - 4, WIDTH - 1);
        return new Race(board, unplayable, black, white);
    }

    private static String plain(int liberties, char stone) {
        return ".".repeat(liberties) + String.valueOf(stone).repeat(WIDTH - liberties);
    }

    private static List<String> eye(Set<Place> shape, int stones) {
        int height = shape.stream().mapToInt(Place::row).max().orElse(-1) + 1;
        char[][] rows = new char[height + 2][WIDTH];
        Arrays.stream(rows).forEach(row -> Arrays.fill(row, 'X'));
        int index = 0;
        for (Place place : shape) {
            rows[1 + place.row][EYE_COLUMN + place.column] = (stones >> index & 1) != 0 ? 'O' : '.';
            index++;
        }
        return Arrays.stream(rows).map(String::valueOf).toList();
    }

    /**
     * Returns all connected shapes of {@code area} points, as far up and left as possible. Rotated shapes are
     * different.
     */
    static Set<Set<Place>> shapes(int area) {
        Set<Set<Place>> shapes = new LinkedHashSet<>();
        shapes.add(new TreeSet<>(Set.of(new Place(0, 0))));
        for (int size = 2; size <= area; size++) {
            Set<Set<Place>> larger = new LinkedHashSet<>();
            shapes.forEach(shape -> larger.addAll(grown(shape)));
            shapes = larger;
        }
        return shapes;
    }

    private static Set<Set<Place>> grown(Set<Place> shape) {
        Set<Set<Place>> grown = new LinkedHashSet<>();
        for (Place place : shape) {
            for (Place neighbor : place.neighbors()) {
                if (!shape.contains(neighbor)) {
                    Set<Place> larger = new TreeSet<>(shape);
                    larger.add(neighbor);
                    grown.add(moved(larger));
                }
            }
        }
        return grown;
    }

    private static Set<Place> moved(Set<Place> shape) {
        int top = shape.stream().mapToInt(Place::row).min().orElseThrow();
        int left = shape.stream().mapToInt(Place::column).min().orElseThrow();
        Set<Place> moved = new TreeSet<>();
        shape.forEach(place -> moved.add(new Place(place.row - top, place.column - left)));
        return moved;
    }

    /** A point of a shape. */
    record Place(int row, int column) implements Comparable<Place> {
        List<Place> neighbors() {
            return List.of(
                    new Place(row - 1, column),
                    new Place(row + 1, column),
                    new Place(row, column - 1),
                    new Place(row, column + 1));
        }

        @Override
        public int compareTo(Place other) {
            return row != other.row ? Integer.compare(row, other.row) : Integer.compare(column, other.column);
        }
    }
}

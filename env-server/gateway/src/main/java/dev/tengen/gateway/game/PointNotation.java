package dev.tengen.gateway.game;

import com.google.common.primitives.Ints;
import dev.tengen.board.Grid;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A way to write points, which a client chooses at a reset. */
public enum PointNotation {
    /** A column letter without I and a row number from the bottom, as in D4. */
    LETTERS("a column letter without I, and a row number from the bottom, such as D4") {
        @Override
        String pointName(Grid grid, int point) {
            return grid.name(point);
        }

        @Override
        OptionalInt point(Grid grid, String text) {
            try {
                return OptionalInt.of(grid.point(text));
            } catch (IllegalArgumentException e) {
                return OptionalInt.empty();
            }
        }
    },
    /** A row and a column, counted from 1 at the top left, as in 6,4. */
    NUMBERS("a row and a column, counted from 1 at the top left, such as 6,4") {
        @Override
        String pointName(Grid grid, int point) {
            return (grid.row(point) + 1) + "," + (grid.column(point) + 1);
        }

        @Override
        OptionalInt point(Grid grid, String text) {
            Matcher numbers = PAIR.matcher(text);
            if (!numbers.matches()) {
                return OptionalInt.empty();
            }
            Integer row = Ints.tryParse(numbers.group(1));
            Integer column = Ints.tryParse(numbers.group(2));
            return row == null || column == null ? OptionalInt.empty() : onGrid(grid, row - 1, column - 1);
        }
    },
    /** The letters of game records in SGF: the column and the row, from the top left, as in df. */
    SGF("two letters, the column and the row, counted from a at the top left, such as df") {
        @Override
        String pointName(Grid grid, int point) {
            return "" + (char) ('a' + grid.column(point)) + (char) ('a' + grid.row(point));
        }

        @Override
        OptionalInt point(Grid grid, String text) {
            return text.matches("[a-y]{2}")
                    ? onGrid(grid, text.charAt(1) - 'a', text.charAt(0) - 'a')
                    : OptionalInt.empty();
        }
    };

    private static final Pattern PAIR = Pattern.compile("\\(?\\s*([0-9]{1,3})\\s*,\\s*([0-9]{1,3})\\s*\\)?");
    private static final String PASS = "pass";

    private final String meaning;

    PointNotation(String meaning) {
        this.meaning = meaning;
    }

    /** Returns the value in requests, such as "letters". */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns what a point looks like, for people and models. */
    public String meaning() {
        return meaning;
    }

    /** Returns the values in requests. */
    public static List<String> texts() {
        return Arrays.stream(values()).map(PointNotation::text).toList();
    }

    abstract String pointName(Grid grid, int point);

    abstract OptionalInt point(Grid grid, String text);

    private static OptionalInt onGrid(Grid grid, int row, int column) {
        boolean isOnGrid = row >= 0 && row < grid.height() && column >= 0 && column < grid.width();
        return isOnGrid ? OptionalInt.of(grid.point(row, column)) : OptionalInt.empty();
    }

    /** Returns the name of a point, or "pass". */
    public String name(Grid grid, int move) {
        return move == grid.pass() ? PASS : pointName(grid, move);
    }

    /** Returns the point or the pass that {@code text} names, in any case; empty if the grid has no such point. */
    public OptionalInt move(Grid grid, String text) {
        String plain = text.strip().toLowerCase(Locale.ROOT);
        return plain.equals(PASS) ? OptionalInt.of(grid.pass()) : point(grid, plain);
    }
}

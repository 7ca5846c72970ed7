package dev.tengen.cli.board;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import dev.tengen.board.PointSet;
import dev.tengen.game.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Positions drawn as text, the top row first: {@code X} is a black stone, {@code O} a white one, {@code .} an empty point.
 *
 * <p>What {@link BoardDrawing} draws is such a text: names of rows and columns, blanks, and brackets round a move do not
 * matter, and the marks {@code * x o} stand on empty points. A line "White to move" says who moves; Black else. Where asked for,
 * {@code _} is an empty point that is not played.
 */
public final class Diagram {
    private static final Pattern ROW = Pattern.compile("(?:\\d{1,2}(?=[\\s(]))?([._XOxo*() \\t]+)(?:\\d{1,2})?");
    private static final Pattern TURN = Pattern.compile("(black|white) to move\\.?");

    private Diagram() {}

    /**
     * What is drawn, which need not be a position that a game can start from: chains may be without a liberty.
     *
     * @param black points of black stones
     * @param white points of white stones
     * @param unplayable empty points at which neither player moves
     * @param playerToMove who moves first
     */
    public record Drawing(PointSet black, PointSet white, PointSet unplayable, int playerToMove) {
        /** Returns the size of the board. */
        public Grid grid() {
            return black.grid();
        }
    }

    /** Returns the position. Throws {@link InvalidValueException} where the text is no drawing of a board. */
    public static Setup parse(String text) {
        Drawing drawing = parseUnplayable(text);
        Grid grid = drawing.grid();
        if (!drawing.unplayable().isEmpty()) {
            throw InvalidValueException.because(
                    "there is a _ at " + grid.name(drawing.unplayable().first()), "diagram", "_", "made of . X O");
        }
        return new Setup(grid, drawing.black(), drawing.white(), drawing.playerToMove());
    }

    /** Returns what is drawn, with the points drawn as {@code _}. Throws {@link InvalidValueException} where that is no board. */
    public static Drawing parseUnplayable(String text) {
        List<String> rows = new ArrayList<>();
        int playerToMove = Color.BLACK;
        int number = 0;
        for (String raw : text.lines().toList()) {
            number++;
            String line = raw.strip();
            Matcher turn = TURN.matcher(line.toLowerCase(Locale.ROOT));
            Matcher row = ROW.matcher(line);
            if (turn.matches()) {
                playerToMove = turn.group(1).equals("black") ? Color.BLACK : Color.WHITE;
            } else if (row.matches()) {
                rows.add(row(row.group(1), rows, number));
            } else if (!line.isEmpty() && !isColumnNames(line)) {
                throw invalid(number, "\"" + line + "\" is no row of points", "made of . X O");
            }
        }
        if (rows.isEmpty()) {
            throw InvalidValueException.because("there is no row of points in it", "diagram", "", "rows of . X O");
        }
        Grid grid = Grid.of(rows.get(0).length(), rows.size());
        return new Drawing(points(grid, rows, 'X'), points(grid, rows, 'O'), points(grid, rows, '_'), playerToMove);
    }

    /** Returns whether this is the line above or below a board. No row of points has an A in it. */
    private static boolean isColumnNames(String line) {
        return line.matches("A( [B-HJ-Z])*");
    }

    private static String row(String text, List<String> earlier, int number) {
        String row = text.replaceAll("[() \\t]", "");
        if (!earlier.isEmpty() && earlier.get(0).length() != row.length()) {
            String first = earlier.get(0).length() + " points";
            throw invalid(number, "a row of " + row.length() + " points where the first has " + first, first);
        }
        return row;
    }

    private static InvalidValueException invalid(int line, String problem, String allowed) {
        return InvalidValueException.because("line " + line + ": " + problem, "diagram", "line " + line, allowed);
    }

    private static PointSet points(Grid grid, List<String> rows, char symbol) {
        PointSet points = new PointSet(grid);
        String cells = String.join("", rows);
        for (int point = 0; point < cells.length(); point++) {
            if (cells.charAt(point) == symbol) {
                points.add(point);
            }
        }
        return points;
    }
}

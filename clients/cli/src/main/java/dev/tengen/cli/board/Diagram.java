package dev.tengen.cli.board;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses positions drawn as text, top row first: {@code X} is a black stone, {@code O} a white stone, {@code .} an
 * empty point.
 *
 * <p>The drawings of {@link BoardDrawing} are valid diagrams: row and column names, spaces and parentheses are ignored,
 * and the marks {@code * x o} are empty points. The line "White to move" sets the player to move; the default is Black.
 * {@link #parseUnplayable} also accepts {@code _}, an empty point at which neither player moves.
 */
public final class Diagram {
    private static final Pattern ROW = Pattern.compile("(?:\\d{1,2}(?=[\\s(]))?([._XOxo*() \\t]+)(?:\\d{1,2})?");
    private static final Pattern TURN = Pattern.compile("(black|white) to move\\.?");

    private Diagram() {}

    /**
     * The content of a diagram. It may not be a valid start of a game: chains may have no liberty.
     *
     * @param black points with black stones
     * @param white points with white stones
     * @param unplayable empty points at which neither player moves
     * @param playerToMove the player to move
     */
    public record Drawing(PointSet black, PointSet white, PointSet unplayable, int playerToMove) {
        /** Returns the size of the board. */
        public Grid grid() {
            return black.grid();
        }
    }

    /**
     * Returns the position.
     *
     * @throws InvalidValueException if the text is not a valid diagram, or has a {@code _}
     */
    public static Setup parse(String text) {
        Drawing drawing = parseUnplayable(text);
        Grid grid = drawing.grid();
        if (!drawing.unplayable().isEmpty()) {
            throw InvalidValueException.because(
                    "there is a _ at " + grid.name(drawing.unplayable().first()), "diagram", "_", "made of . X O");
        }
        return new Setup(grid, drawing.black(), drawing.white(), drawing.playerToMove());
    }

    /**
     * Returns the content of a diagram that may have {@code _}.
     *
     * @throws InvalidValueException if the text is not a valid diagram
     */
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
                throw invalid(number, "\"" + line + "\" is not a row of points", "made of . X O");
            }
        }
        if (rows.isEmpty()) {
            throw InvalidValueException.because("it has no row of points", "diagram", "", "rows of . X O");
        }
        Grid grid = Grid.of(rows.get(0).length(), rows.size());
        return new Drawing(points(grid, rows, 'X'), points(grid, rows, 'O'), points(grid, rows, '_'), playerToMove);
    }

    /** Returns whether this is the line of column names above or below a board. No row of points contains an A. */
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

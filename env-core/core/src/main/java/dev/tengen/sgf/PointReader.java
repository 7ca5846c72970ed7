package dev.tengen.sgf;

import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import java.util.Locale;
import java.util.Set;

/** Parses points and moves of one grid: two letters, for the column from the left and the row from the top. */
final class PointReader {
    /** The greatest width and height on which {@code tt} is a pass. On larger boards it is a point. */
    private static final int MAX_SIZE_WITH_TT_PASS = 19;

    /** What some programs write for a pass. */
    private static final Set<String> PASS_WORDS = Set.of("pass", "-", "--");

    private final Grid grid;
    private final SgfWarning.Collector warnings;

    PointReader(Grid grid, SgfWarning.Collector warnings) {
        this.grid = grid;
        this.warnings = warnings;
    }

    /**
     * Returns the move in {@code property}. An empty value is a pass, and so is {@code tt} where that is not a point.
     *
     * @param moveNumber the number of the move, from 1, for messages
     * @throws SgfException if the value is neither a pass nor a point of the grid
     */
    int move(SgfProperty property, int moveNumber) throws SgfException {
        String text = property.onlyValue().simpleText().strip();
        if (PASS_WORDS.contains(text.toLowerCase(Locale.ROOT))) {
            warnings.repaired(
                    property.position(0),
                    property.identifier(),
                    "move " + moveNumber + ": " + notAPoint(text),
                    "read as a pass");
            return grid.pass();
        }
        boolean isPass = text.isEmpty() || (text.equals("tt") && hasTtPass());
        return isPass ? grid.pass() : point(text, property, 0, "move " + moveNumber + ": ");
    }

    private static String notAPoint(String text) {
        return SgfException.quote(text) + " is not a point; two letters are expected";
    }

    private boolean hasTtPass() {
        return grid.width() <= MAX_SIZE_WITH_TT_PASS && grid.height() <= MAX_SIZE_WITH_TT_PASS;
    }

    /**
     * Returns the points of all values of {@code list}, which are points or rectangles. Empty values are skipped.
     *
     * @throws SgfException if a value is neither a point nor a rectangle, or not on the grid
     */
    PointSet points(SgfProperty list) throws SgfException {
        PointSet points = new PointSet(grid);
        for (int i = 0; i < list.values().size(); i++) {
            String text = list.values().get(i).simpleText().strip();
            if (!text.isEmpty()) {
                addRectangle(text, list, i, points);
            }
        }
        return points;
    }

    private void addRectangle(String text, SgfProperty list, int index, PointSet points) throws SgfException {
        int colon = text.indexOf(':');
        int corner = point(colon < 0 ? text : text.substring(0, colon), list, index, "");
        int opposite = colon < 0 ? corner : point(text.substring(colon + 1), list, index, "");
        int lastRow = Math.max(grid.row(corner), grid.row(opposite));
        int lastColumn = Math.max(grid.column(corner), grid.column(opposite));
        for (int row = Math.min(grid.row(corner), grid.row(opposite)); row <= lastRow; row++) {
            for (int column = Math.min(grid.column(corner), grid.column(opposite)); column <= lastColumn; column++) {
                points.add(grid.point(row, column));
            }
        }
    }

    private int point(String text, SgfProperty property, int index, String subject) throws SgfException {
        int column = text.length() == 2 ? ordinal(text.charAt(0)) : -1;
        int row = text.length() == 2 ? ordinal(text.charAt(1)) : -1;
        if (column < 0 || row < 0) {
            throw property.error(index, subject + notAPoint(text));
        }
        if (column >= grid.width() || row >= grid.height()) {
            throw property.error(
                    index, subject + "point " + SgfException.quote(text) + " is outside the " + grid + " board");
        }
        return grid.point(row, column);
    }

    /**
     * Returns the index of a coordinate letter, from 0 (a) to 25 (z) and 26 (A) to 51 (Z), or -1 if it is not a letter.
     */
    private static int ordinal(char letter) {
        if (letter >= 'a' && letter <= 'z') {
            return letter - 'a';
        }
        return letter >= 'A' && letter <= 'Z' ? letter - 'A' + 26 : -1;
    }
}

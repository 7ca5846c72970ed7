package dev.tengen.gateway.game;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.env.Environment;
import dev.tengen.game.Game;
import java.util.List;
import java.util.stream.IntStream;

/** Writes boards as text: X for Black, O for White, a dot for an empty point, the top row first. */
public final class BoardText {
    private static final String SYMBOLS = ".XO";

    private BoardText() {}

    /** Returns the rows, one character for each point. */
    public static List<String> rows(Game game) {
        Grid grid = game.grid();
        return IntStream.range(0, grid.height())
                .mapToObj(row -> row(game, row).replace(" ", ""))
                .toList();
    }

    private static String row(Game game, int row) {
        StringBuilder text = new StringBuilder();
        for (int column = 0; column < game.grid().width(); column++) {
            int color = game.colorAt(game.grid().point(row, column));
            text.append(column == 0 ? "" : " ").append(SYMBOLS.charAt(color));
        }
        return text.toString();
    }

    /**
     * Returns a diagram with the names of columns below it and of rows at its left, in the notation of the client, and
     * the color to move unless the episode is over.
     */
    public static String diagram(Environment environment, PointNotation notation) {
        Game game = environment.game();
        Grid grid = game.grid();
        int width = 1 + String.valueOf(Math.max(grid.height(), grid.width())).length();
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < grid.height(); row++) {
            text.append(padded(rowName(grid, row, notation), width))
                    .append(' ')
                    .append(row(game, row))
                    .append('\n');
        }
        text.append(" ".repeat(width));
        for (int column = 0; column < grid.width(); column++) {
            text.append(' ').append(columnName(grid, column, notation));
        }
        text.append("\nX: Black, O: White, .: empty");
        if (!environment.isOver()) {
            text.append("; ").append(Color.name(game.playerToMove())).append(" to move");
        }
        return text.toString();
    }

    private static String padded(String text, int width) {
        return " ".repeat(width - text.length()) + text;
    }

    private static String rowName(Grid grid, int row, PointNotation notation) {
        return switch (notation) {
            case LETTERS -> String.valueOf(grid.height() - row);
            case NUMBERS -> String.valueOf(row + 1);
            case SGF -> String.valueOf((char) ('a' + row));
        };
    }

    /** Returns one character: of a column number of two digits, the last. */
    private static String columnName(Grid grid, int column, PointNotation notation) {
        return switch (notation) {
            case LETTERS -> grid.name(grid.point(grid.height() - 1, column)).substring(0, 1);
            case NUMBERS -> String.valueOf((column + 1) % 10);
            case SGF -> String.valueOf((char) ('a' + column));
        };
    }
}

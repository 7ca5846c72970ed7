package dev.tengen.cli.gtp;

import dev.tengen.board.Grid;
import java.util.StringJoiner;
import java.util.function.IntFunction;

/** Formats points in responses. */
final class Vertices {
    private Vertices() {}

    /** Returns a value for each point: one line per row from the top, values separated by spaces. */
    static String board(Grid grid, IntFunction<String> value) {
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < grid.height(); row++) {
            StringJoiner values = new StringJoiner(" ", "\n", "");
            for (int column = 0; column < grid.width(); column++) {
                values.add(value.apply(grid.point(row, column)));
            }
            text.append(values);
        }
        return text.toString();
    }
}

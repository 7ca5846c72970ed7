package dev.tengen.cli.picture;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.cli.picture.Canvas.Box;
import dev.tengen.cli.picture.Canvas.Label;
import dev.tengen.game.Game;
import java.util.ArrayList;
import java.util.List;

/** Draws a position as a board with coordinates: its stones, or a plane over faint stones. */
final class BoardPicture {
    private static final int MIN_WIDTH = 216;
    private static final int EDGE = 18;
    private static final int NAME_SIZE = 9;
    private static final int MIN_CELL = 11;
    private static final int MAX_CELL = 23;

    private final Game game;
    private final Grid grid;
    private final int cell;

    BoardPicture(Game game) {
        this.game = game;
        grid = game.grid();
        int fitting = MIN_WIDTH / Math.max(grid.width(), grid.height());
        // Odd, so that a point has a center pixel where the lines meet.
        cell = Math.min(MAX_CELL, Math.max(MIN_CELL, fitting)) - 1 | 1;
    }

    /** Returns the width with coordinates. Small boards have space for text on the right. */
    int width() {
        return EDGE + Math.max(MIN_WIDTH, grid.width() * cell);
    }

    /** Returns the height with coordinates. */
    int height() {
        return EDGE + grid.height() * cell;
    }

    /** Draws the stones and the last move. */
    void drawPosition(Canvas canvas, int x, int y) {
        drawBoard(canvas, x, y);
        int margin = cell / 12;
        canvas.circles(cells(points(Color.BLACK), x, y, margin), Ink.BLACK_STONE);
        drawWhite(canvas, x, y, margin, Ink.EDGE);
        int last = game.moveNumber() == 0 ? grid.pass() : game.move(game.moveNumber());
        if (grid.contains(last)) {
            canvas.circles(List.of(cell(last, x, y).shrunk(cell / 3)), Ink.MARK);
        }
    }

    /** Draws a plane whose ones are at {@code ones}. */
    void drawPlane(Canvas canvas, int x, int y, List<Integer> ones) {
        drawBoard(canvas, x, y);
        int margin = cell / 6;
        canvas.circles(cells(points(Color.BLACK), x, y, margin), Ink.FAINT_BLACK_STONE);
        drawWhite(canvas, x, y, margin, Ink.FAINT_EDGE);
        canvas.boxes(cells(ones, x, y, 1), Ink.ONE);
    }

    private void drawWhite(Canvas canvas, int x, int y, int margin, Ink edge) {
        List<Box> stones = cells(points(Color.WHITE), x, y, margin);
        canvas.circles(stones, edge);
        canvas.circles(stones.stream().map(stone -> stone.shrunk(1)).toList(), Ink.WHITE_STONE);
    }

    private List<Integer> points(int color) {
        List<Integer> points = new ArrayList<>();
        game.board().points(color).forEach(points::add);
        return points;
    }

    private List<Box> cells(List<Integer> points, int x, int y, int margin) {
        return points.stream().map(point -> cell(point, x, y).shrunk(margin)).toList();
    }

    /** Returns the square around {@code point} of a board at {@code x}, {@code y}. */
    private Box cell(int point, int x, int y) {
        return Box.square(x + EDGE + grid.column(point) * cell, y + grid.row(point) * cell, cell);
    }

    private void drawBoard(Canvas canvas, int x, int y) {
        int left = x + EDGE;
        int half = cell / 2;
        int width = grid.width() * cell;
        int height = grid.height() * cell;
        canvas.boxes(List.of(new Box(left, y, width, height)), Ink.BOARD);
        List<Box> lines = new ArrayList<>();
        for (int row = 0; row < grid.height(); row++) {
            lines.add(new Box(left + half, y + row * cell + half, width - cell + 1, 1));
        }
        for (int column = 0; column < grid.width(); column++) {
            lines.add(new Box(left + column * cell + half, y + half, 1, height - cell + 1));
        }
        canvas.boxes(lines, Ink.LINE);
        drawCoordinates(canvas, x, y);
    }

    private void drawCoordinates(Canvas canvas, int x, int y) {
        for (int row = 0; row < grid.height(); row++) {
            Box box = cell(grid.point(row, 0), x, y);
            String number = Integer.toString(grid.height() - row);
            canvas.text(Label.of(x + EDGE - 4, box.y() + cell / 2 + 4, number, NAME_SIZE, Ink.FAINT_TEXT)
                    .rightAligned());
        }
        for (int column = 0; column < grid.width(); column++) {
            Box box = cell(grid.point(grid.height() - 1, column), x, y);
            String letter = grid.name(column).substring(0, 1);
            canvas.text(Label.of(box.x() + cell / 2, box.y() + cell + NAME_SIZE + 2, letter, NAME_SIZE, Ink.FAINT_TEXT)
                    .centered());
        }
    }
}

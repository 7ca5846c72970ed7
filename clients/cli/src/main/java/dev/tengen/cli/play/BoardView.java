package dev.tengen.cli.play;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.cli.board.BoardDrawing;
import dev.tengen.cli.board.PointSymbols;
import dev.tengen.game.Game;
import java.util.function.IntUnaryOperator;

/**
 * A view of a board, for display.
 *
 * @param grid its size
 * @param colors the color of each point
 * @param marks the mark of each point
 * @param lastMove the last move, or any number that is not a point for none
 */
record BoardView(Grid grid, IntUnaryOperator colors, PointMarks marks, int lastMove) {
    /** Returns a view of the current position of {@code game}. */
    static BoardView of(Game game, PointMarks marks) {
        int last = game.moveNumber() == 0 ? game.grid().pass() : game.move(game.moveNumber());
        return new BoardView(game.grid(), game::colorAt, marks, last);
    }

    /** Returns the color of the stone at {@code point}. */
    int colorAt(int point) {
        return colors.applyAsInt(point);
    }

    /** Returns the symbol of {@code point}: its stone, or else its mark. */
    char symbolAt(int point) {
        int color = colorAt(point);
        boolean isMarked = color == Color.EMPTY && marks.at(point) != PointMarks.NONE;
        return isMarked ? marks.at(point) : PointSymbols.of(color);
    }

    /** Returns the drawing, with a line break at its end. */
    String draw() {
        return BoardDrawing.draw(grid, this::symbolAt, lastMove);
    }
}

package dev.tengen.cli.play;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Setup;

/** A position under construction: stones may stand anywhere until it becomes the start of a game. */
final class SetupEditor {
    private final Grid grid;
    private final PointSet black;
    private final PointSet white;
    private int playerToMove;

    /** Begins with {@code start}. */
    SetupEditor(Setup start) {
        grid = start.grid();
        black = start.black().copy();
        white = start.white().copy();
        playerToMove = start.playerToMove();
    }

    /** Puts a stone of {@code color} on {@code point}, or none. */
    void put(int color, int point) {
        black.remove(point);
        white.remove(point);
        if (color != Color.EMPTY) {
            (color == Color.BLACK ? black : white).add(point);
        }
    }

    /** Takes all stones off. */
    void clear() {
        black.clear();
        white.clear();
    }

    /** Returns the color at {@code point}. */
    int colorAt(int point) {
        if (black.contains(point)) {
            return Color.BLACK;
        }
        return white.contains(point) ? Color.WHITE : Color.EMPTY;
    }

    /** Says who moves first. */
    void turn(int color) {
        playerToMove = color;
    }

    /** Returns who moves first. */
    int playerToMove() {
        return playerToMove;
    }

    /** Returns the position. Throws {@link IllegalArgumentException} where a chain has no liberty. */
    Setup setup() {
        return Setup.of(grid, black, white, playerToMove);
    }

    /** Returns the board as it is to be shown. */
    BoardView view() {
        return new BoardView(grid, this::colorAt, PointMarks.none(), grid.pass());
    }
}

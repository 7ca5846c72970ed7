package dev.tengen.cli.play;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Setup;

/** A position being set up. Stones may be anywhere until it becomes the start of a game. */
final class SetupEditor {
    private final Grid grid;
    private final PointSet black;
    private final PointSet white;
    private int playerToMove;

    /** Starts with {@code start}. */
    SetupEditor(Setup start) {
        grid = start.grid();
        black = start.black().copy();
        white = start.white().copy();
        playerToMove = start.playerToMove();
    }

    /** Places a stone of {@code color} on {@code point}, or removes one. */
    void put(int color, int point) {
        black.remove(point);
        white.remove(point);
        if (color != Color.EMPTY) {
            (color == Color.BLACK ? black : white).add(point);
        }
    }

    /** Removes all stones. */
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

    /** Sets the player to move. */
    void turn(int color) {
        playerToMove = color;
    }

    int playerToMove() {
        return playerToMove;
    }

    /**
     * Returns the position.
     *
     * @throws IllegalArgumentException if a chain has no liberty
     */
    Setup setup() {
        return Setup.of(grid, black, white, playerToMove);
    }

    /** Returns the board to show. */
    BoardView view() {
        return new BoardView(grid, this::colorAt, PointMarks.none(), grid.pass());
    }
}

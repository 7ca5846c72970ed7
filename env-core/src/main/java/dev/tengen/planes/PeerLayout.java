package dev.tengen.planes;

import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;

/**
 * How the program that an encoding comes from lays out its tensor and numbers its actions.
 *
 * <p>Our observations are always planes, rows from the top, columns from the left. Whoever feeds a model that was trained
 * on the tensors of the peer transposes and flips them as told here, and maps the actions with {@link #peerAction} and {@link
 * #action}.
 *
 * @param program the peer
 * @param axes the order of the axes of its tensor
 * @param firstRow which row its row 0 is, of the tensor and of its actions
 */
public record PeerLayout(String program, Axes axes, FirstRow firstRow) {
    /** The order of the axes of a tensor, the slowest first. */
    public enum Axes {
        /** Plane, row, column. */
        CHW,
        /** Row, column, plane. */
        HWC,
        /** Plane, column, row. Actions are numbered along columns, too. */
        CWH
    }

    /** Which row is number 0. */
    public enum FirstRow {
        /** The top row, as everywhere here. */
        TOP,
        /** The bottom row, row 1 of a player. */
        BOTTOM
    }

    /** Returns the peer's number of {@code action}, one of ours, pass included. Throws {@link InvalidValueException} outside. */
    public int peerAction(int action, Grid grid) {
        if (action < 0 || action > grid.pass()) {
            throw InvalidValueException.outside("action", action, 0, grid.pass());
        }
        if (action == grid.pass()) {
            return action;
        }
        int row = turn(grid.row(action), grid);
        int column = grid.column(action);
        return axes == Axes.CWH ? column * grid.height() + row : grid.point(row, column);
    }

    private int turn(int row, Grid grid) {
        return firstRow == FirstRow.TOP ? row : grid.height() - 1 - row;
    }

    /** Returns our number of {@code peerAction}, one of the peer's, pass included. Throws {@link InvalidValueException} outside. */
    public int action(int peerAction, Grid grid) {
        if (axes == Axes.CWH && grid.contains(peerAction)) {
            return grid.point(turn(peerAction % grid.height(), grid), peerAction / grid.height());
        }
        // Turning the rows round twice changes nothing.
        return peerAction(peerAction, grid);
    }

    /**
     * Returns where the value of {@code plane}, one of {@code planeCount}, at {@code point} stands in the peer's tensor when
     * that is laid out flat.
     */
    public int index(int plane, int planeCount, int point, Grid grid) {
        int peerPoint = peerAction(point, grid);
        return axes == Axes.HWC ? peerPoint * planeCount + plane : plane * grid.pointCount() + peerPoint;
    }
}

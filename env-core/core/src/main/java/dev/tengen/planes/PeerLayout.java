package dev.tengen.planes;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;

/**
 * The tensor layout and the action numbers of the program that an encoding comes from, its peer.
 *
 * <p>Our observations are always planes, with rows from the top and columns from the left. To feed a model that was
 * trained on tensors of the peer, transpose and flip them as specified here, and map actions with {@link #peerAction}
 * and {@link #action}.
 *
 * @param program the peer
 * @param axes the order of the axes of its tensor
 * @param firstRow the position of row 0 in its tensor and its action numbers
 */
public record PeerLayout(String program, Axes axes, FirstRow firstRow) {
    /** The order of the axes of a tensor, slowest first. */
    public enum Axes {
        /** Plane, row, column. */
        CHW,
        /** Row, column, plane. */
        HWC,
        /** Plane, column, row. Actions are numbered along columns too. */
        CWH
    }

    /** The position of row 0. */
    public enum FirstRow {
        /** At the top, as in all our observations. */
        TOP,
        /** At the bottom, as in coordinates such as C1. */
        BOTTOM
    }

    /**
     * Returns the peer's number of an action of ours. The pass is the pass.
     *
     * @throws InvalidValueException if {@code action} is neither a point of {@code grid} nor the pass
     */
    public int peerAction(int action, Grid grid) {
        InvalidValueException.requireWithin("action", action, 0, grid.pass());
        if (action == grid.pass()) {
            return action;
        }
        int row = flipped(grid.row(action), grid);
        int column = grid.column(action);
        return axes == Axes.CWH ? column * grid.height() + row : grid.point(row, column);
    }

    private int flipped(int row, Grid grid) {
        return firstRow == FirstRow.TOP ? row : grid.height() - 1 - row;
    }

    /**
     * Returns our number of an action of the peer. The pass is the pass.
     *
     * @throws InvalidValueException if {@code peerAction} is neither a point of {@code grid} nor the pass
     */
    public int action(int peerAction, Grid grid) {
        if (axes == Axes.CWH && grid.contains(peerAction)) {
            return grid.point(flipped(peerAction % grid.height(), grid), peerAction / grid.height());
        }
        // Flipping the rows is its own inverse.
        return peerAction(peerAction, grid);
    }

    /**
     * Returns the index in the peer's flattened tensor of the value of {@code plane}, one of {@code planeCount}, at
     * {@code point}.
     */
    public int index(int plane, int planeCount, int point, Grid grid) {
        int peerPoint = peerAction(point, grid);
        return axes == Axes.HWC ? peerPoint * planeCount + plane : plane * grid.pointCount() + peerPoint;
    }
}

package dev.tengen.web;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import io.javalin.http.Context;
import java.util.List;

/**
 * Stones that somebody at the page proposes as dead.
 *
 * @param points the stones, which must be complete chains
 * @param moveNumber the number of moves made before the proposal; one for another position is refused
 */
record DeadStonesRequest(List<Integer> points, int moveNumber) {
    /** Creates a request. Copies the list. */
    DeadStonesRequest {
        points = List.copyOf(points);
    }

    /**
     * Returns the request in the body of {@code call}.
     *
     * @throws dev.tengen.server.error.CallException if a field is missing or out of range
     */
    static DeadStonesRequest of(Context call) {
        ObjectNode body = PageHandlers.body(call);
        return new DeadStonesRequest(
                PageHandlers.numbers(body, "points", Grid.MAX_SIZE * Grid.MAX_SIZE - 1),
                PageHandlers.number(body, "move_number", 0, Integer.MAX_VALUE));
    }

    /**
     * Returns stones as a set.
     *
     * @param field their field in the request, for errors
     * @throws InvalidValueException if a point is not on the board
     */
    static PointSet stones(String field, List<Integer> points, Grid grid) {
        PointSet stones = new PointSet(grid);
        for (int point : points) {
            if (!grid.contains(point)) {
                throw InvalidValueException.outside(field, point, 0, grid.pointCount() - 1);
            }
            stones.add(point);
        }
        return stones;
    }
}

package dev.tengen.web;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.board.Grid;
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
}

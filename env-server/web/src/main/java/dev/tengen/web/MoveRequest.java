package dev.tengen.web;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.board.Grid;
import dev.tengen.player.Player;
import io.javalin.http.Context;

/**
 * A move that somebody makes at the page.
 *
 * @param action a point, the pass, or {@link Player#RESIGN}
 * @param moveNumber the number of moves made before it; a move for another position is refused
 */
record MoveRequest(int action, int moveNumber) {
    /**
     * Returns the move in the body of {@code call}.
     *
     * @throws dev.tengen.server.error.CallException if a field is missing or out of range
     */
    static MoveRequest of(Context call) {
        ObjectNode body = PageHandlers.body(call);
        return new MoveRequest(
                PageHandlers.number(body, "action", Player.RESIGN, Grid.MAX_SIZE * Grid.MAX_SIZE),
                PageHandlers.number(body, "move_number", 0, Integer.MAX_VALUE));
    }
}

package dev.tengen.web;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.board.Grid;
import dev.tengen.player.Player;
import io.javalin.http.Context;

/**
 * A move of somebody at the page.
 *
 * @param action a point, the pass, or {@link Player#RESIGN}
 * @param moveNumber the count of moves made before it, so that no move is made in a position that was not seen
 */
record MoveRequest(int action, int moveNumber) {
    /** Returns what the body of {@code call} says. Throws what {@link PageHandlers#number} does. */
    static MoveRequest of(Context call) {
        ObjectNode body = PageHandlers.body(call);
        return new MoveRequest(
                PageHandlers.number(body, "action", Player.RESIGN, Grid.MAX_SIZE * Grid.MAX_SIZE),
                PageHandlers.number(body, "move_number", 0, Integer.MAX_VALUE));
    }
}

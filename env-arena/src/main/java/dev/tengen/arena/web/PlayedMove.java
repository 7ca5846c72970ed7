package dev.tengen.arena.web;

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
record PlayedMove(int action, int moveNumber) {
    /** Returns what the body of {@code call} says. Throws what {@link PageCalls#number} does. */
    static PlayedMove of(Context call) {
        ObjectNode body = PageCalls.body(call);
        return new PlayedMove(
                PageCalls.number(body, "action", Player.RESIGN, Grid.MAX_SIZE * Grid.MAX_SIZE),
                PageCalls.number(body, "move_number", 0, Integer.MAX_VALUE));
    }
}

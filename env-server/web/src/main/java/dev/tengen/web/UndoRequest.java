package dev.tengen.web;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;

/**
 * Moves that somebody at the page takes back.
 *
 * @param moveCount the number of moves, of both players
 * @param moveNumber the number of moves made before the request; a request for another position is refused
 */
record UndoRequest(int moveCount, int moveNumber) {
    /**
     * Returns the request in the body of {@code call}.
     *
     * @throws dev.tengen.server.error.CallException if a field is missing or out of range
     */
    static UndoRequest of(Context call) {
        ObjectNode body = PageHandlers.body(call);
        return new UndoRequest(
                PageHandlers.number(body, "move_count", 1, Integer.MAX_VALUE),
                PageHandlers.number(body, "move_number", 0, Integer.MAX_VALUE));
    }
}

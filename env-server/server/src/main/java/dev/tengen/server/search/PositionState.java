package dev.tengen.server.search;

import dev.tengen.search.PositionSearch;

/**
 * The state of a position that is searched. Immutable.
 *
 * @param handle the handle
 * @param isOver whether the game is over
 * @param gameResult the result of a game that is over, for the player to move, from -1 to 1; otherwise 0
 * @param playerToMove the color that moves next
 * @param moveNumber number of moves since the start of the game
 */
public record PositionState(long handle, boolean isOver, float gameResult, int playerToMove, int moveNumber) {
    /** Returns the state of {@code search}, whose handle is {@code handle}. */
    static PositionState of(long handle, PositionSearch search) {
        boolean isOver = search.isOver();
        return new PositionState(
                handle,
                isOver,
                isOver ? search.result() : 0,
                search.game().playerToMove(),
                search.game().moveNumber());
    }
}

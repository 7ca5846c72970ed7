package dev.tengen.web;

import dev.tengen.server.error.CallException;
import dev.tengen.server.http.HttpException;
import dev.tengen.server.identity.Principal;

/**
 * Games that the page shows.
 *
 * @param <I> the type of their ids
 */
interface GameApi<I> {
    /** Returns the permissions for these games. */
    GamePermissions permissions();

    /**
     * Returns an estimate of the memory of what {@link #shown} returns, in bytes.
     *
     * @throws CallException if there is no such game
     */
    long memoryBytes(Principal reader, I id);

    /**
     * Returns a game as {@code reader} may see it.
     *
     * @throws CallException if there is no such game
     */
    DisplayedGame shown(Principal reader, I id);

    /**
     * Returns the record of a game up to the present move, with the names of the players and the date where they are
     * known.
     *
     * @throws CallException if there is no such game, or it has not started
     */
    RecordFile record(Principal reader, I id);

    /** Returns the states of a game as {@code reader} may see it. */
    StateSource live(Principal reader, I id);

    /**
     * Plays a move that {@code player} makes at the page.
     *
     * @throws HttpException if the player does not play the game at the page
     * @throws CallException if the move is illegal or not for the present position
     */
    void play(Principal player, I id, MoveRequest move);
}

package dev.tengen.web;

import dev.tengen.server.error.CallException;

/**
 * Games that the page shows.
 *
 * @param <I> the type of their ids
 */
interface GameApi<I> {
    /**
     * Returns a game.
     *
     * @throws CallException if there is no such game
     */
    DisplayedGame shown(I id);

    /**
     * Returns the record of a game as SGF, up to the present move.
     *
     * @throws CallException if there is no such game, or it has not started
     */
    String record(I id);

    /** Returns the name of the record's file, without an extension. */
    String recordName(I id);

    /** Returns the states of a game. */
    StateSource live(I id);

    /**
     * Plays a move that somebody makes at the page.
     *
     * @throws PageException if nobody at the page plays the game
     * @throws CallException if the move is illegal or not for the present position
     */
    void play(I id, MoveRequest move);
}

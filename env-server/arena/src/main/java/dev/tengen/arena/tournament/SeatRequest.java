package dev.tengen.arena.tournament;

import dev.tengen.arena.game.GameSpec;
import dev.tengen.board.Color;

/**
 * A request to a player to play a game.
 *
 * @param gameId the id of the game
 * @param tournament the name of the tournament; empty for none
 * @param color the player's color
 * @param opponent the name of the opponent
 * @param spec the spec of the game
 * @param seed the seed for the player's random numbers
 */
public record SeatRequest(String gameId, String tournament, int color, String opponent, GameSpec spec, long seed) {
    /** Creates a request. */
    public SeatRequest {
        Color.requirePlayer(color);
    }
}

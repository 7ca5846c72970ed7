package dev.tengen.arena.tournament;

import dev.tengen.arena.game.GameSpec;
import dev.tengen.board.Color;

/**
 * Asks a player to sit in a game.
 *
 * @param gameId names the game, as its turns do
 * @param tournament the tournament that it belongs to; empty for none
 * @param color the player's color
 * @param opponent the name of the other player
 * @param spec what the game is played by
 * @param seed what a player that draws its own chance draws it from
 */
public record SeatRequest(String gameId, String tournament, int color, String opponent, GameSpec spec, long seed) {
    /** Makes an invitation. */
    public SeatRequest {
        Color.requirePlayer(color);
    }
}

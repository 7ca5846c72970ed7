package dev.tengen.client.arena;

import dev.tengen.client.env.Color;

/**
 * How a game of the arena ended.
 *
 * @param verdict why it ended
 * @param culprit the player that the verdict is about; {@link Color#NONE} for neither
 * @param winner the winner; {@link Color#NONE} for a tie and a void game
 * @param result the result in the notation of game records, as in "B+3.5", "W+T", "Draw" or "Void"
 * @param message what a player that failed did, for people; otherwise empty
 */
public record GameEnding(GameVerdict verdict, Color culprit, Color winner, String result, String message) {}

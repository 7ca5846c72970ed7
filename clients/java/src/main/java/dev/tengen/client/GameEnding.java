package dev.tengen.client;

/**
 * How a game of the arena ended.
 *
 * @param verdict why
 * @param culprit the player the verdict is about; {@link Color#NONE} for neither
 * @param winner who won; {@link Color#NONE} for a tie and a void game
 * @param result the result as game records have it, as in "B+3.5", "W+T", "Draw" or "Void"
 * @param message what a player that failed did, for people; otherwise empty
 */
public record GameEnding(GameVerdict verdict, Color culprit, Color winner, String result, String message) {}

package dev.tengen.client.arena;

import dev.tengen.client.env.Color;
import dev.tengen.client.env.Rules;
import java.util.List;

/**
 * A game that an agent plays.
 *
 * @param gameId its id
 * @param tournament the name of its tournament; empty for none
 * @param color the agent's color
 * @param opponent the opponent's name
 * @param width points in a row
 * @param height points in a column
 * @param rules the rules
 * @param blackPoints points with black stones before the first move
 * @param whitePoints points with white stones before the first move
 * @param firstPlayer the player who moves first
 * @param timeControl the agent's clock, as in "10m+5x30s"; "none" for no limit
 * @param maxMoves the move number at which the game is void; -1 for no limit
 * @param seed a seed for the agent's random choices, the same each time this game of this tournament is played
 */
public record AgentGame(
        String gameId,
        String tournament,
        Color color,
        String opponent,
        int width,
        int height,
        Rules rules,
        List<Integer> blackPoints,
        List<Integer> whitePoints,
        Color firstPlayer,
        String timeControl,
        int maxMoves,
        long seed) {
    /** Creates a game with copies of the lists. */
    public AgentGame {
        blackPoints = List.copyOf(blackPoints);
        whitePoints = List.copyOf(whitePoints);
    }

    /** Returns the action that passes. */
    public int passAction() {
        return width * height;
    }
}

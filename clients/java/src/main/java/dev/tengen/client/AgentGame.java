package dev.tengen.client;

import java.util.List;

/**
 * A game that an agent plays.
 *
 * @param id names it
 * @param tournament the tournament that it belongs to; empty for none
 * @param color the agent's color
 * @param opponent the opponent's name
 * @param width points in a row
 * @param height points in a column
 * @param rules the rules
 * @param blackPoints points of black stones before the first move
 * @param whitePoints points of white stones before the first move
 * @param firstPlayer who moves first
 * @param timeControl the clock, as in "10m+5x30s"; "none" for no limit
 * @param moveLimit the move number at which the game is void; 0 for no limit
 * @param seed a seed for the agent's own chance: the same in the same game of the same tournament
 */
public record AgentGame(
        String id,
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
        int moveLimit,
        long seed) {
    /** Makes a game; the lists are copied. */
    public AgentGame {
        blackPoints = List.copyOf(blackPoints);
        whitePoints = List.copyOf(whitePoints);
    }

    /** Returns the action that passes. */
    public int pass() {
        return width * height;
    }
}

package dev.tengen.arena.game;

/** What happens to a game that reaches its limit on moves. */
public enum MoveLimitRule {
    /** The position is scored as it stands, by the rules of the game. */
    SCORE,
    /** The game is void. */
    VOID
}

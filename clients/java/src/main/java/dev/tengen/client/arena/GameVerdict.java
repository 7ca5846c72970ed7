package dev.tengen.client.arena;

/** Why a game of the arena ended. */
public enum GameVerdict {
    /** The game is not over. */
    NONE,
    /** The players passed. The score decides. */
    PASSES,
    /** A repetition ended the game under its rules. */
    REPETITION,
    /** A player resigned. */
    RESIGNATION,
    /** A player exceeded the time limit and lost. */
    TIME,
    /** A player chose an illegal move and lost. */
    ILLEGAL_MOVE,
    /** A player disconnected, did not come back in time, and lost. */
    DISCONNECTION,
    /** A player's program exited, did not start or returned something that is not a move, and lost. */
    ENGINE_FAILURE,
    /** A player's program rejected a legal move of the opponent. The game is void. */
    REFUSED_MOVE,
    /** The move limit was reached. The score decides, or the game is void, as the tournament says. */
    MOVE_LIMIT,
    /** The tournament was cancelled. The game is void. */
    CANCELLATION,
    /** A player resigned by the tournament's rule, from the players' estimates. */
    RESIGN_RULE,
    /** The game is a draw by the tournament's rule, from the players' estimates. */
    DRAW_RULE,
    /** Every point was settled, by the tournament's rule. The score decides. */
    SETTLED,
    /** A verdict that this client is too old to know. */
    UNKNOWN
}

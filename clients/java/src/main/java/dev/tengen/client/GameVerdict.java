package dev.tengen.client;

/** Why a game of the arena ended. */
public enum GameVerdict {
    /** The game goes on. */
    NONE,
    /** The players passed; the score decides. */
    PASSES,
    /** A repetition that ends the game under its rules. */
    REPETITION,
    /** A player resigned. */
    RESIGNATION,
    /** A player took too long, and lost. */
    TIME,
    /** A player chose a move that the rules forbid, and lost. */
    ILLEGAL_MOVE,
    /** A player went away and did not come back in time, and lost. */
    DISCONNECTION,
    /** A player's program ended, did not start or said something that is no move, and lost. */
    ENGINE_FAILURE,
    /** A player's program did not accept a legal move of the other; void. */
    REFUSED_MOVE,
    /** The limit on moves was reached; void. */
    MOVE_LIMIT,
    /** Whoever ran the game ended it; void. */
    CANCELLATION,
    /** A later server knows of another reason. */
    UNKNOWN
}

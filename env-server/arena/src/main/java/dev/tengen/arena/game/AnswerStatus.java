package dev.tengen.arena.game;

/** The status of an answer. Only {@link #ACCEPTED} and {@link #LATE} change the game. */
public enum AnswerStatus {
    /** The answer counts. So does an illegal move: it loses the game. */
    ACCEPTED,
    /** The time had run out; the game is lost. */
    LATE,
    /** The answer names another game. */
    WRONG_GAME,
    /** The answer names another move than the next one. */
    WRONG_MOVE,
    /** It is the other player's turn, or the turn has not been offered yet. */
    NOT_YOUR_TURN,
    /** The game is over. */
    GAME_OVER
}

package dev.tengen.arena.game;

/** What becomes of an answer. Whatever it is, only {@link #ACCEPTED} and {@link #LATE} change anything. */
public enum AnswerStatus {
    /** It counts. An illegal move does, too: it loses the game. */
    ACCEPTED,
    /** The time was over; the game is lost. */
    LATE,
    /** It names another game. */
    WRONG_GAME,
    /** It names another move than the one that is to be made. */
    WRONG_MOVE,
    /** It is the other player's turn, or the turn has not been offered. */
    NOT_YOUR_TURN,
    /** The game is over. */
    GAME_OVER
}

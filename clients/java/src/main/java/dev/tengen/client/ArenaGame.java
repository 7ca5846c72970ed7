package dev.tengen.client;

/**
 * A game of a tournament.
 *
 * @param id names it, as in "cup/17"
 * @param black the player with Black
 * @param white the player with White
 * @param state how it stands
 * @param ending how it ended; with {@link GameVerdict#NONE} where it has not
 * @param moveNumber moves made, those of the opening included
 */
public record ArenaGame(String id, String black, String white, State state, GameEnding ending, int moveNumber) {
    /** How a game stands. */
    public enum State {
        /** It is to be played. */
        PLANNED,
        /** It is played. */
        RUNNING,
        /** It has a result. */
        ENDED,
        /** A later server knows of another state. */
        UNKNOWN
    }
}

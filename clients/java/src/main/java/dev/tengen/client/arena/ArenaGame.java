package dev.tengen.client.arena;

/**
 * A game of a tournament.
 *
 * @param gameId its id, as in "cup/17"
 * @param black the player with Black
 * @param white the player with White
 * @param state its state
 * @param ending how it ended; with {@link GameVerdict#NONE} if it has not
 * @param moveNumber moves made, those of the opening included
 */
public record ArenaGame(String gameId, String black, String white, State state, GameEnding ending, int moveNumber) {
    /** The state of a game. */
    public enum State {
        /** It has not started. */
        PLANNED,
        /** It is in progress. */
        RUNNING,
        /** It has a result. */
        ENDED,
        /** A state that this client is too old to know. */
        UNKNOWN
    }
}

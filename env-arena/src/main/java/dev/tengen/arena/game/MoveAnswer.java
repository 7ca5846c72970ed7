package dev.tengen.arena.game;

import dev.tengen.player.Player;
import dev.tengen.player.PlayerException;
import java.util.Optional;

/**
 * What a seat answers to a turn.
 *
 * @param gameId the game
 * @param moveNumber the count of moves made before it
 * @param action a point, the pass, or {@link Player#RESIGN}; nobody has checked it, and it does not matter with a failure
 * @param failure how the player failed, if it did
 * @param message what happened, for people, where it failed
 */
public record MoveAnswer(
        String gameId, int moveNumber, int action, Optional<PlayerException.Kind> failure, String message) {
    private static final int NO_ACTION = -1;

    /** Returns the answer to make {@code action}. */
    public static MoveAnswer of(String gameId, int moveNumber, int action) {
        return new MoveAnswer(gameId, moveNumber, action, Optional.empty(), "");
    }

    /** Returns the answer to {@code turn} that the player failed. */
    public static MoveAnswer failed(Turn turn, PlayerException.Kind failure, String message) {
        return new MoveAnswer(turn.gameId(), turn.moveNumber(), NO_ACTION, Optional.of(failure), message);
    }
}

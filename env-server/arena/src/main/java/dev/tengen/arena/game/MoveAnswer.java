package dev.tengen.arena.game;

import dev.tengen.player.Player;
import dev.tengen.player.PlayerException;
import java.util.Optional;

/**
 * The answer of a seat to a turn.
 *
 * @param gameId the game
 * @param moveNumber the number of moves made before it
 * @param action a point, the pass, or {@link Player#RESIGN}; not validated, and ignored if the player failed
 * @param failure how the player failed; empty if it did not
 * @param message what happened, for people, if it failed
 * @param estimate the player's estimate of the position before the action
 */
public record MoveAnswer(
        String gameId,
        int moveNumber,
        int action,
        Optional<PlayerException.Kind> failure,
        String message,
        Estimate estimate) {
    private static final int NO_ACTION = -1;

    /** Returns the answer that plays {@code action}, without an estimate. */
    public static MoveAnswer of(String gameId, int moveNumber, int action) {
        return new MoveAnswer(gameId, moveNumber, action, Optional.empty(), "", Estimate.UNKNOWN);
    }

    /** Returns the answer to {@code turn} of a player that failed. */
    public static MoveAnswer failed(Turn turn, PlayerException.Kind failure, String message) {
        return new MoveAnswer(
                turn.gameId(), turn.moveNumber(), NO_ACTION, Optional.of(failure), message, Estimate.UNKNOWN);
    }

    /** Returns this answer with an estimate. */
    public MoveAnswer withEstimate(Estimate other) {
        return new MoveAnswer(gameId, moveNumber, action, failure, message, other);
    }
}

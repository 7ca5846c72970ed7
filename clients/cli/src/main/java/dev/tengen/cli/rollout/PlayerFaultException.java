package dev.tengen.cli.rollout;

/**
 * Signals that a game could not be played because an engine or a policy failed. The message names the game, the player
 * and the failure.
 */
final class PlayerFaultException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PlayerFaultException(String message) {
        super(message);
    }

    PlayerFaultException(String message, Throwable cause) {
        super(message, cause);
    }
}

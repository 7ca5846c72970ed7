package dev.tengen.player;

/** A player failed to move; the message says how. Players that are other programs do; of the built-in ones, the oracle may. */
public final class PlayerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Kind kind;

    /** Makes the error that a player failed as {@code message} says. */
    public PlayerException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    /** Returns in which way it failed. */
    public Kind kind() {
        return kind;
    }

    /** How a player can fail. */
    public enum Kind {
        /** It took longer than allowed. */
        TIMEOUT,
        /** It ended, or said something that is no move. */
        FAILED,
        /** It chose a move that the rules forbid. */
        ILLEGAL_MOVE,
        /** It does not accept a move that the rules allow, so that the game cannot go on. */
        REFUSED_MOVE
    }
}

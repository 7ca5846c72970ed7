package dev.tengen.player;

/** Signals that a player failed to move. Only external programs and the oracle can fail. */
public final class PlayerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Kind kind;

    /** Creates an exception with a message that says what the player did. */
    public PlayerException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    /** Returns the kind of failure. */
    public Kind kind() {
        return kind;
    }

    /** The kinds of failure. */
    public enum Kind {
        /** The player exceeded its time limit. */
        TIMEOUT,
        /** The player ended, or answered with something that is not a move. */
        FAILED,
        /** The player chose an illegal move. */
        ILLEGAL_MOVE,
        /** The player rejected a legal move, so the game cannot continue. */
        REFUSED_MOVE
    }
}

package dev.tengen.cli.board;

/**
 * Thrown if a file is neither a game record nor a diagram, or does not have the requested position. The message is one
 * line.
 */
public final class RecordException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with a message about the file. */
    public RecordException(String message) {
        super(message);
    }

    RecordException(String message, Throwable cause) {
        super(message, cause);
    }
}

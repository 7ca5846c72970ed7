package dev.tengen.cli.board;

/**
 * Says why a file is neither a game record nor a diagram, or has not what is asked for, in one line. Checked, since files come
 * from outside.
 */
public final class RecordException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Says what the file has not. */
    public RecordException(String message) {
        super(message);
    }

    RecordException(String message, Throwable cause) {
        super(message, cause);
    }
}

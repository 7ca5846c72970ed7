package dev.tengen.cli.board;

/** Says why a file is neither a game record nor a diagram, in one line. Checked, since files come from outside. */
public final class RecordException extends Exception {
    private static final long serialVersionUID = 1L;

    RecordException(String message, Throwable cause) {
        super(message, cause);
    }
}

package dev.tengen.cli.data;

/**
 * Signals that a file of a rollout is missing, damaged or not of this rollout. The message is one line without the
 * file.
 */
public final class DataFileException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Creates an exception. */
    public DataFileException(String message) {
        super(message);
    }
}

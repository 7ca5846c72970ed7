package dev.tengen.cli.gtp;

/** Thrown if a command fails. The message is the response to the controller. The command has changed nothing. */
final class GtpFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates a failure with the response {@code message}. */
    GtpFailure(String message) {
        super(message);
    }

    /** Returns the failure of a command with missing, extra or invalid arguments. */
    static GtpFailure syntaxError() {
        return new GtpFailure("syntax error");
    }

    /** Returns the failure of a move that the rules forbid. */
    static GtpFailure illegalMove() {
        return new GtpFailure("illegal move");
    }
}

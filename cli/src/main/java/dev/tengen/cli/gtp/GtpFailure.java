package dev.tengen.cli.gtp;

/** A command cannot be carried out; the message is what the controller is answered. Nothing has changed. */
final class GtpFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes a failure that is answered with {@code message}. */
    GtpFailure(String message) {
        super(message);
    }

    /** Returns the failure of a command whose arguments are too few, too many or not what they have to be. */
    static GtpFailure syntaxError() {
        return new GtpFailure("syntax error");
    }

    /** Returns the failure of a move that the rules forbid. */
    static GtpFailure illegalMove() {
        return new GtpFailure("illegal move");
    }
}

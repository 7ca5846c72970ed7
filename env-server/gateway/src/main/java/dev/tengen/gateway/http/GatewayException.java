package dev.tengen.gateway.http;

/** A request was refused for a reason that only HTTP has. Its message is for the client. */
public final class GatewayException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String reason;

    /**
     * Creates an error.
     *
     * @param status the HTTP status
     * @param reason the reason in UPPER_SNAKE_CASE
     * @param message what is wrong, and what to do
     */
    public GatewayException(int status, String reason, String message) {
        super(message, null, false, false);
        this.status = status;
        this.reason = reason;
    }

    /** Returns the HTTP status. */
    public int status() {
        return status;
    }

    /** Returns the reason in UPPER_SNAKE_CASE. */
    public String reason() {
        return reason;
    }
}

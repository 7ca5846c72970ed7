package dev.tengen.server.http;

/** A request was refused for a reason that only HTTP has. Its message is for the client. */
public final class HttpException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String reason;
    private final String field;

    /**
     * Creates an error.
     *
     * @param status the HTTP status
     * @param reason the reason in UPPER_SNAKE_CASE
     * @param message what is wrong, and what to do
     * @param field the part of the request that is wrong; empty if it is none in particular
     */
    public HttpException(int status, String reason, String message, String field) {
        super(message, null, false, false);
        this.status = status;
        this.reason = reason;
        this.field = field;
    }

    /** Creates an error of no part of the request in particular. */
    public HttpException(int status, String reason, String message) {
        this(status, reason, message, "");
    }

    /** Returns the HTTP status. */
    public int status() {
        return status;
    }

    /** Returns the reason in UPPER_SNAKE_CASE. */
    public String reason() {
        return reason;
    }

    /** Returns the part of the request that is wrong; empty if it is none in particular. */
    public String field() {
        return field;
    }
}

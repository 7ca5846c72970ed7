package dev.tengen.web;

/** A request that fails with an HTTP status that no gRPC status maps to. */
final class PageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String reason;
    private final String field;

    /** Creates an exception; {@code field} names the part of the request that is wrong. */
    PageException(int status, String reason, String message, String field) {
        super(message, null, false, false);
        this.status = status;
        this.reason = reason;
        this.field = field;
    }

    int status() {
        return status;
    }

    String reason() {
        return reason;
    }

    String field() {
        return field;
    }
}

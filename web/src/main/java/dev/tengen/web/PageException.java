package dev.tengen.web;

/** A call of the page that fails with a status of HTTP that has no like among those of gRPC. */
final class PageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String reason;
    private final String field;

    /** Makes a failure. {@code field} is what of the call is wrong. */
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

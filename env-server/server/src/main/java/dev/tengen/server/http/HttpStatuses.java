package dev.tengen.server.http;

import dev.tengen.server.error.Reason;
import io.javalin.http.Context;
import java.time.Duration;

/** Maps the reasons of failed calls to statuses of HTTP. */
public final class HttpStatuses {
    /** A field is missing, malformed or out of range. */
    public static final int BAD_REQUEST = 400;

    private HttpStatuses() {}

    /** Adds the header by which {@code call}, which is refused, asks the client to wait for at least {@code delay}. */
    public static void addRetryAfter(Context call, Duration delay) {
        call.header("Retry-After", retryAfter(delay));
    }

    /**
     * Returns the value of the header {@code Retry-After} that asks to wait for at least {@code delay}: seconds, 1 or
     * more.
     */
    static String retryAfter(Duration delay) {
        return Long.toString(Math.max(1, delay.plusMillis(999).toSeconds()));
    }

    /** Returns the status for {@code reason}. */
    public static int of(Reason reason) {
        return switch (reason.code()) {
            case INVALID_ARGUMENT -> BAD_REQUEST;
            case UNAUTHENTICATED -> 401;
            case PERMISSION_DENIED -> 403;
            case NOT_FOUND -> 404;
            case FAILED_PRECONDITION, ABORTED, ALREADY_EXISTS -> 409;
            case RESOURCE_EXHAUSTED -> 429;
            case UNAVAILABLE -> 503;
            default -> 500;
        };
    }
}

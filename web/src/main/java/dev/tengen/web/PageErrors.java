package dev.tengen.web;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.board.InvalidValueException;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import io.javalin.http.Context;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns what a call of the page threw into a status and JSON: the one place that does. */
final class PageErrors {
    private static final Logger LOG = LoggerFactory.getLogger(PageErrors.class);

    private PageErrors() {}

    /** Answers {@code call} with {@code thrown}. What nobody foresaw is logged. */
    static void answer(Context call, Throwable thrown) {
        Throwable error =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (error instanceof PageException page) {
            write(
                    call,
                    page.status(),
                    json(page.reason(), String.valueOf(page.getMessage())).put("field", page.field()));
        } else if (error instanceof CallException failed) {
            ObjectNode json = json(failed.reason().name(), String.valueOf(failed.getMessage()));
            failed.metadata().forEach(json::put);
            write(call, status(failed.reason()), json);
        } else if (error instanceof InvalidValueException invalid) {
            answer(call, CallException.invalid(Reason.INVALID_VALUE, invalid));
        } else if (error instanceof RejectedExecutionException) {
            write(call, 503, json("BUSY", "the page has too much to do; try again in a moment"));
        } else {
            String incident = UUID.randomUUID().toString();
            LOG.error("Internal error {}", incident, error);
            write(call, 500, json("INTERNAL", "internal error " + incident + "; the server's log has more"));
        }
    }

    private static ObjectNode json(String reason, String message) {
        return JsonNodeFactory.instance.objectNode().put("reason", reason).put("message", message);
    }

    private static void write(Context call, int status, ObjectNode json) {
        call.status(status).contentType(PageHandlers.JSON).result(json.toString());
    }

    private static int status(Reason reason) {
        return switch (reason.code()) {
            case INVALID_ARGUMENT -> 400;
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

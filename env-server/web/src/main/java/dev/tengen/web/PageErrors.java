package dev.tengen.web;

import dev.tengen.arena.json.Json;
import dev.tengen.base.InvalidValueException;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.FatalErrors;
import dev.tengen.server.error.Reason;
import dev.tengen.server.http.HttpException;
import dev.tengen.server.http.HttpStatuses;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Maps the exceptions of page requests to HTTP statuses and JSON. */
final class PageErrors {
    private static final Logger LOG = LoggerFactory.getLogger(PageErrors.class);

    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);

    private PageErrors() {}

    /** Answers {@code call} with {@code thrown}. Unexpected exceptions are logged. */
    static void answer(Context call, Throwable thrown) {
        FatalErrors.check(thrown);
        Throwable error = unwrapped(thrown);
        if (error instanceof HttpException page) {
            write(call, page.status(), page.reason(), String.valueOf(page.getMessage()), Map.of("field", page.field()));
        } else if (error instanceof CallException failed) {
            failed.retryDelay().ifPresent(delay -> HttpStatuses.addRetryAfter(call, delay));
            write(
                    call,
                    HttpStatuses.of(failed.reason()),
                    failed.reason().name(),
                    String.valueOf(failed.getMessage()),
                    failed.metadata());
        } else if (error instanceof InvalidValueException invalid) {
            answer(call, CallException.invalid(Reason.INVALID_VALUE, invalid));
        } else if (error instanceof RejectedExecutionException || error instanceof CancellationException) {
            HttpStatuses.addRetryAfter(call, RETRY_DELAY);
            write(call, 503, "BUSY", "too many requests to the page; try again in a moment", Map.of());
        } else {
            String incident = UUID.randomUUID().toString();
            LOG.error("Internal error {}", incident, error);
            write(call, 500, "INTERNAL", "internal error " + incident + "; see the server's log", Map.of());
        }
    }

    /** Returns the reason of a refusal; empty for other errors. */
    static String reason(RuntimeException error) {
        if (error instanceof HttpException page) {
            return page.reason();
        }
        return error instanceof CallException failed ? failed.reason().name() : "";
    }

    /** Returns whether {@code thrown} says that the credentials are missing or not valid. */
    static boolean isUnauthenticated(Throwable thrown) {
        return unwrapped(thrown) instanceof CallException failed && failed.reason() == Reason.UNAUTHENTICATED;
    }

    private static Throwable unwrapped(Throwable thrown) {
        return thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
    }

    private static void write(Context call, int status, String reason, String message, Map<String, String> details) {
        Map<String, String> json = new LinkedHashMap<>();
        json.put("reason", reason);
        json.put("message", String.valueOf(message));
        json.putAll(details);
        call.status(status).contentType(PageHandlers.JSON).result(Json.text(json));
    }
}

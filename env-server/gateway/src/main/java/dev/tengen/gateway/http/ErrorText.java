package dev.tengen.gateway.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.base.InvalidValueException;
import dev.tengen.gateway.game.GatewayJson;
import dev.tengen.player.PlayerException;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.FatalErrors;
import dev.tengen.server.error.Reason;
import dev.tengen.server.http.HttpException;
import dev.tengen.server.http.HttpStatuses;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An error as clients receive it. Unexpected errors are logged, and the client gets the number of the log line.
 *
 * @param status the HTTP status
 * @param reason the reason in UPPER_SNAKE_CASE
 * @param message what is wrong, and what is allowed
 * @param details the field, its value and the allowed ones, as far as they are known
 * @param retryDelay how long the client should wait before it tries again; empty if that is of no use
 */
public record ErrorText(
        int status, String reason, String message, Map<String, String> details, Optional<Duration> retryDelay) {
    private static final Logger LOG = LoggerFactory.getLogger(ErrorText.class);

    private static final Duration BUSY_DELAY = Duration.ofSeconds(1);

    /** The status of requests with invalid fields. */
    public static final int UNPROCESSABLE = 422;

    /** Returns the error for {@code thrown}. */
    public static ErrorText of(Throwable thrown) {
        FatalErrors.check(thrown);
        Throwable error =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (error instanceof HttpException refused) {
            return new ErrorText(refused.status(), refused.reason(), text(error), Map.of(), Optional.empty());
        }
        if (error instanceof InvalidValueException invalid) {
            return of(CallException.invalid(Reason.INVALID_VALUE, invalid));
        }
        if (error instanceof CallException failed) {
            int status = HttpStatuses.of(failed.reason());
            return new ErrorText(
                    status == HttpStatuses.BAD_REQUEST ? UNPROCESSABLE : status,
                    failed.reason().name(),
                    text(error),
                    failed.metadata(),
                    failed.retryDelay());
        }
        if (error instanceof PlayerException) {
            return new ErrorText(
                    503,
                    Reason.ENGINE_FAILED.name(),
                    "the opponent failed: " + text(error),
                    Map.of(),
                    Optional.empty());
        }
        if (error instanceof RejectedExecutionException || error instanceof CancellationException) {
            return new ErrorText(
                    503, "BUSY", "the server is busy; try again in a moment", Map.of(), Optional.of(BUSY_DELAY));
        }
        String incident = UUID.randomUUID().toString();
        LOG.error("Internal error {}", incident, error);
        return new ErrorText(
                500, "INTERNAL", "internal error " + incident + "; see the server's log", Map.of(), Optional.empty());
    }

    private static String text(Throwable error) {
        return String.valueOf(error.getMessage());
    }

    /** Returns the body of the response: {@code detail} is a list if a field is invalid, and a text otherwise. */
    public ObjectNode body() {
        ObjectNode body = GatewayJson.object();
        if (status == UNPROCESSABLE) {
            body.set("detail", errors());
        } else {
            body.put("detail", message);
        }
        return body.put("reason", reason).put("message", message);
    }

    /** Returns the errors of fields, in the form of pydantic. */
    public ArrayNode errors() {
        ObjectNode error = GatewayJson.object().put("type", "value_error");
        error.putArray("loc").add("body").add(details.getOrDefault("field", "body"));
        error.put("msg", message).put("input", details.getOrDefault("value", ""));
        return GatewayJson.tree(List.of(error));
    }

    /** Returns the code of OpenEnv for an error of a message. */
    public String code() {
        if (status == UNPROCESSABLE) {
            return "VALIDATION_ERROR";
        }
        return switch (reason) {
            case "TOO_MANY_SESSIONS", "QUOTA_EXCEEDED", "OUT_OF_MEMORY_BUDGET", "TOO_MANY_SOCKETS" ->
                "CAPACITY_REACHED";
            case "ENGINE_FAILED" -> "FACTORY_ERROR";
            case "SESSION_NOT_FOUND", "SESSION_EXPIRED", "SESSION_ATTACHED", "UNAUTHENTICATED" -> "SESSION_ERROR";
            default -> "EXECUTION_ERROR";
        };
    }

    /** Returns the message for a socket. */
    public String frame() {
        ObjectNode frame = GatewayJson.object().put("type", "error");
        ObjectNode data = frame.putObject("data");
        data.put("message", message).put("code", code()).put("reason", reason);
        if (status == UNPROCESSABLE) {
            data.set("errors", errors());
        }
        return frame.toString();
    }

    /** Returns the message that a text on a socket is not JSON. */
    public static String invalidJson() {
        return frame("INVALID_JSON", "the message is not JSON");
    }

    /** Returns an error message for a socket. */
    public static String frame(String code, String message) {
        ObjectNode frame = GatewayJson.object().put("type", "error");
        frame.putObject("data").put("message", message).put("code", code).put("reason", code);
        return frame.toString();
    }
}

package dev.tengen.web;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.server.error.CallException;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * How calls of the page are answered: in threads of the page, since some wait for a player that thinks, while those of the
 * HTTP port are few. What a call throws becomes its answer.
 */
final class PageHandlers {
    /** The type of all answers but files. */
    static final String JSON = "application/json; charset=utf-8";

    private static final int MAX_BODY_BYTES = 4096;
    private static final JsonMapper MAPPER = new JsonMapper();

    private final Executor executor;

    PageHandlers(Executor executor) {
        this.executor = executor;
    }

    /** What a call is answered. */
    interface Answer {
        /** Returns the JSON; {@code call} is to be read only. */
        JsonNode to(Context call);
    }

    /** Returns a handler that answers with JSON. */
    Handler json(Answer answer) {
        return call -> async(call, () -> {
            String text = answer.to(call).toString();
            call.contentType(JSON).result(text);
        });
    }

    /** Returns a handler that answers with a game record to be kept as a file. */
    Handler record(Function<Context, String> sgf, Function<Context, String> name) {
        return call -> async(call, () -> {
            String text = sgf.apply(call);
            String file = name.apply(call).replaceAll("[^A-Za-z0-9-]", "_") + ".sgf";
            call.contentType("application/x-go-sgf; charset=utf-8")
                    .header("Content-Disposition", "attachment; filename=\"" + file + "\"")
                    .result(text);
        });
    }

    private void async(Context call, Runnable work) {
        Supplier<CompletableFuture<?>> result =
                () -> CompletableFuture.runAsync(work, executor).exceptionally(error -> {
                    PageErrors.answer(call, error);
                    return null;
                });
        call.future(result);
    }

    /** Returns the object that the body of a call is. Throws {@link CallException} or {@link PageException}. */
    static ObjectNode body(Context call) {
        String type = call.contentType();
        if (type == null || !type.toLowerCase(Locale.ROOT).startsWith("application/json")) {
            throw new PageException(415, "WRONG_TYPE", "the body is not application/json", "Content-Type");
        }
        byte[] bytes;
        try {
            bytes = call.bodyInputStream().readNBytes(MAX_BODY_BYTES + 1);
        } catch (IOException e) {
            throw new PageException(400, "BODY_UNREADABLE", "the body did not come whole", "body");
        }
        if (bytes.length > MAX_BODY_BYTES) {
            throw new PageException(
                    413, "BODY_TOO_LARGE", "the body is longer than " + MAX_BODY_BYTES + " bytes", "body");
        }
        try {
            if (MAPPER.readTree(bytes) instanceof ObjectNode object) {
                return object;
            }
        } catch (JacksonException e) {
            throw CallException.invalid("body", "no JSON", "a JSON object");
        } catch (IOException e) {
            throw new IllegalStateException("bytes in memory can be read", e);
        }
        throw CallException.invalid("body", "no object", "a JSON object");
    }

    /** Returns a text of a body; {@code otherwise} where it is missing. Throws {@link CallException} where it is none. */
    static String text(ObjectNode body, String field, String otherwise) {
        JsonNode value = body.path(field);
        if (value.isMissingNode()) {
            return otherwise;
        }
        if (!value.isTextual()) {
            throw CallException.invalid(field, value, "a text");
        }
        return value.asText();
    }

    /** Returns a whole number of a body. Throws {@link CallException} where it is missing, none, or out of range. */
    static int number(ObjectNode body, String field, int min, int max) {
        JsonNode value = body.path(field);
        if (!value.isInt() || value.asInt() < min || value.asInt() > max) {
            Object shown = value.isMissingNode() ? "missing" : value;
            throw CallException.invalid(field, shown, "a whole number within [" + min + ", " + max + "]");
        }
        return value.asInt();
    }

    /** Returns a whole number of a query. Throws {@link CallException} likewise. */
    static int number(Context call, String name, int min, int max) {
        String text = call.queryParam(name);
        try {
            int number = Integer.parseInt(String.valueOf(text));
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        Object shown = text == null ? "missing" : "\"" + text + "\"";
        throw CallException.invalid(name, shown, "a whole number within [" + min + ", " + max + "]");
    }

    /** Returns a text of a query; {@code otherwise} where it is missing. */
    static String text(Context call, String name, String otherwise) {
        String text = call.queryParam(name);
        return text == null ? otherwise : text;
    }
}

package dev.tengen.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.gateway.game.GatewayJson;
import java.util.concurrent.CompletionException;

/** Makes the responses of JSON-RPC 2.0. */
public final class JsonRpcResponses {
    private JsonRpcResponses() {}

    /** Returns the response with {@code result} to the request {@code id}. */
    public static ObjectNode success(JsonNode id, JsonNode result) {
        ObjectNode response = GatewayJson.object().put("jsonrpc", "2.0");
        response.set("id", id);
        response.set("result", result);
        return response;
    }

    /** Returns the response with an error to a message whose id is not known. */
    public static ObjectNode error(Throwable thrown) {
        return error(NullNode.instance, thrown);
    }

    /**
     * Returns the response with an error to the request {@code id}. Unexpected errors are logged, see
     * {@link ErrorText}.
     */
    public static ObjectNode error(JsonNode id, Throwable thrown) {
        Throwable error =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (error instanceof JsonRpcException refused) {
            return error(id, refused.code(), String.valueOf(refused.getMessage()));
        }
        ErrorText text = ErrorText.of(error);
        int code = switch (text.code()) {
            case "VALIDATION_ERROR", "SESSION_ERROR" -> JsonRpcException.INVALID_PARAMS;
            case "CAPACITY_REACHED", "FACTORY_ERROR" -> JsonRpcException.SERVER_ERROR;
            default -> text.status() == 500 ? JsonRpcException.INTERNAL_ERROR : JsonRpcException.SERVER_ERROR;
        };
        return error(id, code, text.message());
    }

    private static ObjectNode error(JsonNode id, int code, String message) {
        ObjectNode response = GatewayJson.object().put("jsonrpc", "2.0");
        response.set("id", id);
        response.putObject("error").put("code", code).put("message", message);
        return response;
    }
}

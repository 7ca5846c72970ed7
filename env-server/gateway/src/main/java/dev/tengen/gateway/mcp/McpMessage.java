package dev.tengen.gateway.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.gateway.game.GatewayJson;
import dev.tengen.gateway.http.JsonRpcException;
import java.util.Optional;

/**
 * A message of a client: a request, a notification or a response.
 *
 * @param method the method; empty for a response
 * @param id the id of a request; empty for other messages
 * @param params the parameters; an empty object if there are none
 */
record McpMessage(String method, Optional<JsonNode> id, ObjectNode params) {
    static final String INITIALIZE = "initialize";

    /**
     * Returns the message that {@code json} is. Later versions of the protocol add fields, so unknown ones are ignored.
     *
     * @throws JsonRpcException if it is none, such as a batch, which only one version of the protocol had
     */
    static McpMessage read(JsonNode json) {
        if (!(json instanceof ObjectNode object)) {
            throw JsonRpcException.invalidRequest(
                    json.isArray() ? "batches are not supported; send one message at a time" : "it is not an object");
        }
        if (!"2.0".equals(object.path("jsonrpc").textValue())) {
            throw JsonRpcException.invalidRequest("jsonrpc must be \"2.0\"");
        }
        if (!object.has("method") && (object.has("result") || object.has("error"))) {
            return new McpMessage("", Optional.empty(), GatewayJson.object());
        }
        String method = object.path("method").textValue();
        if (method == null) {
            throw JsonRpcException.invalidRequest("method must be a text");
        }
        Optional<JsonNode> id = Optional.ofNullable(object.get("id"));
        if (id.isPresent() && !id.get().isTextual() && !id.get().isIntegralNumber()) {
            throw JsonRpcException.invalidRequest("id must be a text or a whole number");
        }
        return new McpMessage(method, id, params(object.path("params")));
    }

    private static ObjectNode params(JsonNode given) {
        if (given.isMissingNode() || given.isNull()) {
            return GatewayJson.object();
        }
        if (given instanceof ObjectNode params) {
            return params;
        }
        throw JsonRpcException.invalidRequest("params must be an object");
    }

    /** Returns whether the client waits for a response. */
    boolean isRequest() {
        return id.isPresent();
    }

    /** Returns whether it is the request that begins a session of the protocol. */
    boolean isInitialize() {
        return isRequest() && method.equals(INITIALIZE);
    }
}

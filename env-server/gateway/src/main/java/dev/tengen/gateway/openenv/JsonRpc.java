package dev.tengen.gateway.openenv;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.gateway.game.GatewayJson;
import dev.tengen.gateway.game.GatewaySession;
import dev.tengen.gateway.game.GatewaySessions;
import dev.tengen.gateway.http.ClientIdentity;
import dev.tengen.gateway.http.GatewayPermission;
import dev.tengen.gateway.http.JsonRpcException;
import dev.tengen.gateway.http.JsonRpcResponses;
import dev.tengen.gateway.http.SessionAudit;
import dev.tengen.gateway.tool.GameTool;
import dev.tengen.gateway.tool.GameTools;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.identity.Principal;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The tools as OpenEnv has them at {@code /mcp}: JSON-RPC with {@code tools/list}, {@code tools/call} and the methods
 * of sessions. This is not the Model Context Protocol itself. Thread-safe.
 */
final class JsonRpc {
    private static final String SESSION_ID = "session_id";
    private static final Set<String> FIELDS = Set.of("jsonrpc", "method", "params", "id");

    private final GatewaySessions sessions;
    private final GameTools tools;

    JsonRpc(GatewaySessions sessions, GameTools tools) {
        this.sessions = sessions;
        this.tools = tools;
    }

    /**
     * Who makes a request, and where.
     *
     * @param identity who
     * @param session the session of the socket; empty for a request over HTTP
     * @param audit is written which sessions are created and ended
     */
    record Client(ClientIdentity identity, Optional<GatewaySession> session, SessionAudit audit) {}

    /**
     * Returns the response to {@code request}, which {@code token} cancels. The future never completes exceptionally.
     */
    CompletableFuture<ObjectNode> answer(Client client, CallToken token, JsonNode request) {
        JsonNode id = NullNode.instance;
        CompletableFuture<JsonNode> result;
        try {
            ObjectNode object = request(request);
            id = id(object);
            result = result(client, token, object);
        } catch (RuntimeException e) {
            result = CompletableFuture.failedFuture(e);
        }
        JsonNode known = id;
        return result.handle((value, thrown) ->
                thrown == null ? JsonRpcResponses.success(known, value) : JsonRpcResponses.error(known, thrown));
    }

    private static ObjectNode request(JsonNode request) {
        if (!(request instanceof ObjectNode object)) {
            throw JsonRpcException.invalidRequest("it is not an object");
        }
        for (String name : (Iterable<String>) object::fieldNames) {
            if (!FIELDS.contains(name)) {
                throw JsonRpcException.invalidRequest("only " + FIELDS + " are allowed");
            }
        }
        if (!"2.0".equals(object.path("jsonrpc").textValue())
                || !object.path("method").isTextual()) {
            throw JsonRpcException.invalidRequest("jsonrpc must be \"2.0\", and method a text");
        }
        return object;
    }

    private static JsonNode id(ObjectNode request) {
        JsonNode id = request.path("id");
        if (id.isMissingNode() || id.isNull()) {
            return NullNode.instance;
        }
        if (!id.isTextual() && !id.isIntegralNumber()) {
            throw JsonRpcException.invalidRequest("id must be a text or a whole number");
        }
        return id;
    }

    private CompletableFuture<JsonNode> result(Client client, CallToken token, ObjectNode request) {
        JsonNode given = request.path("params");
        if (!given.isMissingNode() && !given.isObject()) {
            throw new JsonRpcException(JsonRpcException.INVALID_PARAMS, "Params must be an object");
        }
        ObjectNode params = given.isMissingNode() ? GatewayJson.object() : (ObjectNode) given;
        String method = request.path("method").textValue();
        return switch (method) {
            case "tools/list" -> CompletableFuture.completedFuture(list(client));
            case "tools/call" -> call(client, token, params);
            case "openenv/session/create" -> CompletableFuture.completedFuture(create(client));
            case "openenv/session/close" -> CompletableFuture.completedFuture(close(client, params));
            default ->
                throw new JsonRpcException(
                        JsonRpcException.METHOD_NOT_FOUND,
                        "Method not found: it is none of tools/list, tools/call, openenv/session/create and"
                                + " openenv/session/close");
        };
    }

    private ObjectNode list(Client client) {
        client.identity().require(GatewayPermission.SEE_SERVER);
        ObjectNode result = GatewayJson.object();
        ArrayNode list = result.putArray("tools");
        tools.list().forEach(tool -> list.add(tool.json()));
        return result;
    }

    private ObjectNode create(Client client) {
        Principal principal = client.identity().require(GatewayPermission.CREATE);
        GatewaySession session = client.session().orElseGet(() -> {
            GatewaySession created = sessions.open(principal, false);
            client.audit().created(principal, created);
            return created;
        });
        return GatewayJson.object().put(SESSION_ID, session.id());
    }

    private ObjectNode close(Client client, ObjectNode params) {
        Principal principal = client.identity().require(GatewayPermission.CLOSE);
        String id = params.path(SESSION_ID).asText();
        if (id.isEmpty()) {
            throw new JsonRpcException(JsonRpcException.INVALID_PARAMS, "Invalid params - 'session_id' is required");
        }
        GatewaySession session = sessions.find(principal, id);
        if (client.session().filter(session::equals).isPresent()) {
            throw new JsonRpcException(
                    JsonRpcException.INVALID_REQUEST, "the session of this socket ends with the message \"close\"");
        }
        sessions.close(session);
        client.audit().ended(principal, session);
        return GatewayJson.object().put(SESSION_ID, id).put("closed", true);
    }

    private CompletableFuture<JsonNode> call(Client client, CallToken token, ObjectNode params) {
        String name = params.path("name").asText();
        if (name.isEmpty()) {
            throw new JsonRpcException(JsonRpcException.INVALID_PARAMS, "Missing 'name' in params");
        }
        GameTool tool = tools.named(name)
                .orElseThrow(
                        () -> new JsonRpcException(JsonRpcException.INVALID_PARAMS, "Tool not found: see tools/list"));
        JsonNode given = params.path("arguments");
        if (!given.isMissingNode() && !given.isNull() && !given.isObject()) {
            throw new JsonRpcException(JsonRpcException.INVALID_PARAMS, "arguments must be an object");
        }
        ObjectNode arguments = given instanceof ObjectNode object ? object : GatewayJson.object();
        Principal principal = client.identity().require(new GatewayPermission(tool.rpc()));
        String id = params.path(SESSION_ID).asText();
        Optional<GatewaySession> known =
                client.session().or(() -> id.isEmpty() ? Optional.empty() : Optional.of(sessions.find(principal, id)));
        return known.map(session -> call(tool, principal, session, token, arguments))
                .orElseGet(() -> callOnce(tool, principal, token, arguments));
    }

    private CompletableFuture<JsonNode> call(
            GameTool tool, Principal principal, GatewaySession session, CallToken token, ObjectNode arguments) {
        return tools.call(tool, () -> new GameTool.Caller(principal, () -> session, token), arguments)
                .thenApply(result -> result.json());
    }

    /** Calls a tool on a game of its own, which ends with the call. */
    private CompletableFuture<JsonNode> callOnce(
            GameTool tool, Principal principal, CallToken token, ObjectNode arguments) {
        GatewayPermission.CREATE.require(principal);
        return sessions.playOnce(principal, session -> call(tool, principal, session, token, arguments));
    }
}

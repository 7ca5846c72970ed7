package dev.tengen.gateway.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.gateway.game.GatewaySession;
import dev.tengen.gateway.game.GatewaySessions;
import dev.tengen.gateway.http.ClientIdentity;
import dev.tengen.gateway.http.GatewayPermission;
import dev.tengen.gateway.http.JsonResponses;
import dev.tengen.gateway.http.JsonRpcException;
import dev.tengen.gateway.http.SessionAudit;
import dev.tengen.gateway.tool.GameTool;
import dev.tengen.gateway.tool.GameTools;
import dev.tengen.server.http.HttpAudit;
import dev.tengen.server.http.HttpException;
import dev.tengen.server.identity.Principal;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.util.concurrent.CompletableFuture;

/**
 * The Model Context Protocol over Streamable HTTP, at {@value #PATH}. Every request gets one JSON response; the server
 * sends nothing by itself, so there is no stream of events.
 *
 * <p>A session of the protocol is a {@link GatewaySession}, with its id, limits and idle timeout, and nothing besides:
 * {@link McpProtocol} needs to know nothing of its clients. No thread waits for a game. Thread-safe.
 */
public final class McpRoutes {
    /** The path. {@code /mcp} is that of OpenEnv. */
    public static final String PATH = "/mcp/v1";

    private static final String SESSION_HEADER = "Mcp-Session-Id";
    private static final String VERSION_HEADER = "MCP-Protocol-Version";

    private final GatewaySessions sessions;
    private final McpProtocol protocol;
    private final JsonResponses responses;
    private final HttpAudit audit;

    /**
     * Creates the routes.
     *
     * @param sessions the sessions in which clients play
     * @param tools what clients can do
     * @param responses creates handlers
     * @param audit is written what is created, ended and refused
     */
    public McpRoutes(GatewaySessions sessions, GameTools tools, JsonResponses responses, HttpAudit audit) {
        this.sessions = sessions;
        protocol = new McpProtocol(tools);
        this.responses = responses;
        this.audit = audit;
    }

    /** Adds the routes. */
    public void add(RoutesConfig routes) {
        routes.post(PATH, responses.handler(GatewayPermission.SEE_SERVER, this::receive));
        routes.get(PATH, responses.direct(GatewayPermission.SEE_SERVER, (call, reader) -> {
            throw new HttpException(405, "NO_EVENTS", "this server sends no events; every request has one response");
        }));
        routes.addHttpHandler(HandlerType.DELETE, PATH, responses.handler(GatewayPermission.CLOSE, this::end));
    }

    private CompletableFuture<? extends JsonNode> receive(Context call, ClientIdentity identity) {
        requireVersion(call);
        McpMessage message = message(call);
        if (message.isInitialize()) {
            return initialize(call, identity, message);
        }
        GatewaySession session = session(call, identity.require(GatewayPermission.STEP));
        if (!message.isRequest()) {
            final int accepted = 202;
            call.status(accepted);
            return CompletableFuture.completedFuture(MissingNode.getInstance());
        }
        return protocol.answer(
                message,
                tool -> new GameTool.Caller(
                        identity.require(new GatewayPermission(tool.rpc())), () -> session, JsonResponses.token(call)));
    }

    private static void requireVersion(Context call) {
        String version = call.header(VERSION_HEADER);
        if (version != null && !McpProtocol.VERSIONS.contains(version)) {
            throw new HttpException(
                    400,
                    "UNKNOWN_VERSION",
                    VERSION_HEADER + " is none of the supported versions " + McpProtocol.VERSIONS);
        }
    }

    private static McpMessage message(Context call) {
        JsonNode json = JsonResponses.json(call)
                .orElseThrow(() -> new HttpException(400, "INVALID_JSON", "the body is not JSON"));
        try {
            return McpMessage.read(json);
        } catch (JsonRpcException e) {
            throw invalid(e);
        }
    }

    private static HttpException invalid(JsonRpcException error) {
        return new HttpException(400, "INVALID_MESSAGE", String.valueOf(error.getMessage()));
    }

    /**
     * Returns the session that {@code call} names. One of another principal is not found, with the same error as an
     * unknown one.
     */
    private GatewaySession session(Context call, Principal principal) {
        String id = call.header(SESSION_HEADER);
        if (id == null) {
            throw new HttpException(400, "SESSION_NEEDED", "the header " + SESSION_HEADER + " is missing");
        }
        return sessions.named(principal, id)
                .orElseThrow(() ->
                        new HttpException(404, "SESSION_NOT_FOUND", "the session is not open; initialize a new one"));
    }

    /** Answers {@code message} and opens a session, after its parameters have been checked. */
    private CompletableFuture<ObjectNode> initialize(Context call, ClientIdentity identity, McpMessage message) {
        Principal principal = identity.require(GatewayPermission.CREATE);
        try {
            McpProtocol.initialize(message.params());
        } catch (JsonRpcException e) {
            throw invalid(e);
        }
        GatewaySession session = sessions.open(principal, false);
        new SessionAudit(audit, call).created(principal, session);
        call.header(SESSION_HEADER, session.id());
        return protocol.answer(message, tool -> {
            throw new IllegalStateException("initialize calls no tool");
        });
    }

    private CompletableFuture<JsonNode> end(Context call, ClientIdentity identity) {
        Principal principal = identity.require(GatewayPermission.CLOSE);
        GatewaySession session = session(call, principal);
        sessions.close(session);
        new SessionAudit(audit, call).ended(principal, session);
        return CompletableFuture.completedFuture(MissingNode.getInstance());
    }
}

package dev.tengen.gateway.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.tengen.gateway.game.GatewaySession;
import dev.tengen.gateway.game.GatewaySessions;
import dev.tengen.gateway.http.ClientIdentity;
import dev.tengen.gateway.http.GatewayException;
import dev.tengen.gateway.http.GatewayPermission;
import dev.tengen.gateway.http.JsonResponses;
import dev.tengen.gateway.http.SessionAudit;
import dev.tengen.gateway.tool.GameTool;
import dev.tengen.gateway.tool.GameTools;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.http.HttpAudit;
import dev.tengen.server.identity.Principal;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.server.McpAsyncServer;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.InitializeRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpStreamableServerSession;
import io.modelcontextprotocol.spec.McpStreamableServerTransport;
import io.modelcontextprotocol.spec.McpStreamableServerTransportProvider;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The Model Context Protocol over Streamable HTTP, at {@value #PATH}. Every request gets one JSON response; the server sends
 * nothing by itself, so there is no stream of events.
 *
 * <p>A session of the protocol has one game, in a {@link GatewaySession}, whose limits and idle timeout hold for both. No thread waits
 * for a game: the SDK calls tools asynchronously. Thread-safe.
 */
public final class McpRoutes implements McpStreamableServerTransportProvider {
    /** The path. {@code /mcp} is that of OpenEnv. */
    public static final String PATH = "/mcp/v1";

    private static final String SESSION_HEADER = "Mcp-Session-Id";
    private static final String VERSION_HEADER = "MCP-Protocol-Version";
    private static final String CALLER = "caller";
    private static final List<String> VERSIONS = List.of("2025-03-26", "2025-06-18", "2025-11-25");

    private final McpJson json = new McpJson();
    private final GatewaySessions sessions;
    private final JsonResponses responses;
    private final HttpAudit audit;
    private final Map<String, Connection> connections = new ConcurrentHashMap<>();
    private final McpAsyncServer server;
    private McpStreamableServerSession.@Nullable Factory factory;

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
        this.responses = responses;
        this.audit = audit;
        server = new McpGames(json, tools, McpRoutes::caller).start(McpServer.async(this));
    }

    /** A session of the protocol, and the game in it. */
    private record Connection(McpStreamableServerSession session, GatewaySession game) {}

    private static McpGames.GameCaller caller(McpAsyncServerExchange exchange) {
        return (McpGames.GameCaller)
                Objects.requireNonNull(exchange.transportContext().get(CALLER));
    }

    /** Adds the routes. */
    public void add(RoutesConfig routes) {
        routes.post(PATH, responses.handler(GatewayPermission.SEE_SERVER, this::receive));
        routes.get(PATH, responses.direct(GatewayPermission.SEE_SERVER, (call, reader) -> {
            throw new GatewayException(405, "NO_EVENTS", "this server sends no events; every request has one response");
        }));
        routes.addHttpHandler(HandlerType.DELETE, PATH, responses.handler(GatewayPermission.CLOSE, this::end));
    }

    private CompletableFuture<JsonNode> receive(Context call, ClientIdentity identity) {
        requireVersion(call);
        String body = JsonResponses.json(call)
                .map(JsonNode::toString)
                .orElseThrow(() -> new GatewayException(400, "INVALID_JSON", "the body is not JSON"));
        JSONRPCMessage message = message(body);
        if (message instanceof JSONRPCRequest request && request.method().equals(McpSchema.METHOD_INITIALIZE)) {
            return initialize(call, identity, request);
        }
        Connection connection = connection(call, identity.require(GatewayPermission.STEP));
        if (message instanceof JSONRPCRequest request) {
            return answer(connection, identity, request);
        }
        Mono<Void> accepted = message instanceof JSONRPCNotification notification
                ? connection.session().accept(notification)
                : connection.session().accept((JSONRPCResponse) message);
        final int status = 202;
        return accepted.toFuture().thenApply(none -> {
            call.status(status);
            return MissingNode.getInstance();
        });
    }

    private static void requireVersion(Context call) {
        String version = call.header(VERSION_HEADER);
        if (version != null && !VERSIONS.contains(version)) {
            throw new GatewayException(
                    400, "UNKNOWN_VERSION", VERSION_HEADER + " is none of the supported versions " + VERSIONS);
        }
    }

    private JSONRPCMessage message(String body) {
        try {
            return McpSchema.deserializeJsonRpcMessage(json, body);
        } catch (IOException | IllegalArgumentException e) {
            throw new GatewayException(400, "INVALID_MESSAGE", "the body is no message of JSON-RPC 2.0");
        }
    }

    private Connection connection(Context call, Principal principal) {
        String id = call.header(SESSION_HEADER);
        if (id == null) {
            throw new GatewayException(400, "SESSION_NEEDED", "the header " + SESSION_HEADER + " is missing");
        }
        Connection connection = connections.get(id);
        if (connection == null) {
            throw new GatewayException(404, "SESSION_NOT_FOUND", "the session is not open; initialize a new one");
        }
        sessions.find(
                principal, connection.game().id()); // Another principal, or a game that has expired, is not found.
        return connection;
    }

    private CompletableFuture<JsonNode> initialize(Context call, ClientIdentity identity, JSONRPCRequest request) {
        Principal principal = identity.require(GatewayPermission.CREATE);
        InitializeRequest wanted;
        try {
            wanted = json.convertValue(request.params(), InitializeRequest.class);
        } catch (IllegalArgumentException e) {
            throw new GatewayException(400, "INVALID_MESSAGE", "the parameters of initialize are not valid");
        }
        connections.values().removeIf(connection -> !sessions.isOpen(connection.game()));
        GatewaySession game = sessions.open(principal, false);
        new SessionAudit(audit, call).created(principal, game);
        McpStreamableServerSession.McpStreamableServerSessionInit started =
                Objects.requireNonNull(factory).startSession(wanted);
        connections.put(started.session().getId(), new Connection(started.session(), game));
        return started.initResult().toFuture().thenApply(result -> {
            call.header(SESSION_HEADER, started.session().getId());
            return tree(JSONRPCResponse.result(request.id(), result));
        });
    }

    private CompletableFuture<JsonNode> answer(Connection connection, ClientIdentity identity, JSONRPCRequest request) {
        McpGames.GameCaller caller = tool -> new GameTool.Caller(
                identity.require(new GatewayPermission(tool.rpc())),
                connection::game,
                new CallToken(connection.game()));
        OneResponse response = new OneResponse();
        return connection
                .session()
                .responseStream(response)
                .handle(request)
                .contextWrite(context ->
                        context.put(McpTransportContext.KEY, McpTransportContext.create(Map.of(CALLER, caller))))
                .toFuture()
                .thenCompose(none -> response.message)
                .thenApply(this::tree);
    }

    private JsonNode tree(Object message) {
        return json.convertValue(message, JsonNode.class);
    }

    /** Keeps the one message that answers a request. */
    private final class OneResponse implements McpStreamableServerTransport {
        private final CompletableFuture<JSONRPCMessage> message = new CompletableFuture<>();

        @Override
        public Mono<Void> sendMessage(JSONRPCMessage sent) {
            if (sent instanceof JSONRPCResponse) {
                message.complete(sent);
            }
            return Mono.empty();
        }

        @Override
        public Mono<Void> sendMessage(JSONRPCMessage sent, String messageId) {
            return sendMessage(sent);
        }

        @Override
        public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
            return json.convertValue(data, type);
        }

        @Override
        public Mono<Void> closeGracefully() {
            return Mono.empty();
        }
    }

    private CompletableFuture<JsonNode> end(Context call, ClientIdentity identity) {
        Principal principal = identity.require(GatewayPermission.CLOSE);
        Connection connection = connection(call, principal);
        connections.remove(connection.session().getId());
        sessions.close(connection.game());
        new SessionAudit(audit, call).ended(principal, connection.game());
        return connection.session().delete().toFuture().thenApply(none -> MissingNode.getInstance());
    }

    @Override
    public List<String> protocolVersions() {
        return VERSIONS;
    }

    @Override
    public void setSessionFactory(McpStreamableServerSession.Factory made) {
        factory = made;
    }

    /** {@inheritDoc} The server sends nothing by itself. */
    @Override
    public Mono<Void> notifyClients(String method, Object params) {
        return Mono.empty();
    }

    @Override
    public Mono<Void> closeGracefully() {
        connections.clear();
        return Mono.empty();
    }

    /** Releases the server of the SDK, which closes this transport. */
    public void stop() {
        server.close();
    }
}

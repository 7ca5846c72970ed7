package dev.tengen.gateway.openenv;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.gateway.game.GameOptions;
import dev.tengen.gateway.game.GameOptionsReader;
import dev.tengen.gateway.game.GatewayJson;
import dev.tengen.gateway.game.GatewaySession;
import dev.tengen.gateway.game.GatewaySessions;
import dev.tengen.gateway.game.JsonFields;
import dev.tengen.gateway.http.ClientIdentity;
import dev.tengen.gateway.http.GatewayPermission;
import dev.tengen.gateway.http.JsonResponses;
import dev.tengen.gateway.http.JsonRpcException;
import dev.tengen.gateway.http.JsonRpcResponses;
import dev.tengen.gateway.http.SessionAudit;
import dev.tengen.gateway.tool.GameTools;
import dev.tengen.server.Version;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.http.HttpAudit;
import dev.tengen.server.http.HttpCalls;
import dev.tengen.server.identity.Authenticator;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.quota.Quotas;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The routes of OpenEnv. Requests over HTTP without a {@code session_id} play in a game of their own, which ends with
 * the request; sockets and {@code openenv/session/create} open sessions that last.
 */
public final class OpenEnvRoutes {
    /** The name of the environment. */
    static final String NAME = "tengen";

    private static final String SESSION_ID = "session_id";
    private static final int MAX_ID_LENGTH = 64;

    private final GatewaySessions sessions;
    private final JsonRpc rpc;
    private final JsonResponses responses;
    private final OpenEnvSockets sockets;
    private final HttpAudit audit;
    private final OpenApiDocument document = OpenApiDocument.read();

    /**
     * Creates the routes.
     *
     * @param sessions the sessions in which clients play
     * @param tools the tools at {@code /mcp}
     * @param calls executes the messages of sockets
     * @param responses creates handlers
     * @param audit is written what is created, ended and refused
     * @param authenticator finds the principals of sockets
     * @param maxSocketCount the maximum number of open sockets
     * @param quotas the quotas of principals
     * @param budgets returns the memory that a principal may use
     */
    public OpenEnvRoutes(
            GatewaySessions sessions,
            GameTools tools,
            HttpCalls calls,
            JsonResponses responses,
            HttpAudit audit,
            Authenticator authenticator,
            int maxSocketCount,
            Quotas quotas,
            Function<Principal, MemoryBudget> budgets) {
        this.sessions = sessions;
        this.audit = audit;
        rpc = new JsonRpc(sessions, tools);
        this.responses = responses;
        sockets = new OpenEnvSockets(sessions, rpc, calls, authenticator, audit, maxSocketCount, quotas, budgets);
    }

    /** Adds the routes. */
    public void add(RoutesConfig routes) {
        routes.after("/health", OpenEnvRoutes::writeHealth);
        routes.get("/metadata", responses.direct(GatewayPermission.SEE_SERVER, (call, reader) -> metadata()));
        routes.get("/schema", responses.direct(GatewayPermission.SEE_SERVER, (call, reader) -> document.schemas()));
        routes.get("/openapi.json", responses.direct(GatewayPermission.SEE_SERVER, (call, reader) -> document.json()));
        routes.post("/reset", responses.handler(GatewayPermission.RESET, this::reset));
        routes.post("/step", responses.handler(GatewayPermission.STEP, this::step));
        routes.get("/state", responses.handler(GatewayPermission.SEE_STATE, this::state));
        routes.post("/mcp", responses.handler(GatewayPermission.SEE_SERVER, this::tools));
        new TaskRoutes(responses).add(routes);
        sockets.add(routes);
    }

    /** Closes the sockets, because the server stops. */
    public void drain() {
        sockets.drain();
    }

    /** Writes the health as OpenEnv has it, in place of the words that the health of gRPC has. */
    private static void writeHealth(Context call) {
        boolean isHealthy = call.statusCode() == 200;
        call.result("{\"status\":\"" + (isHealthy ? "healthy" : "unhealthy") + "\"}\n");
    }

    private static ObjectNode metadata() {
        return GatewayJson.object()
                .put("name", NAME)
                .put(
                        "description",
                        "The game of Go with exact rules: whole games against built-in players and engines, and capturing races"
                                + " with a known optimum.")
                .put("version", Version.current())
                .put("author", "The Tengen contributors")
                .putNull("readme_content")
                .putNull("documentation_url");
    }

    private CompletableFuture<JsonNode> reset(Context call, ClientIdentity identity) {
        ObjectNode body = JsonResponses.optionalBody(call);
        Optional<String> id = takeSessionId(body);
        GameOptions options = GameOptionsReader.read(body);
        return played(
                identity,
                GatewayPermission.RESET,
                id,
                (principal, session) -> sessions.reset(principal, session, options, JsonResponses.token(call))
                        .thenApply(EpisodeJson::of));
    }

    private CompletableFuture<JsonNode> step(Context call, ClientIdentity identity) {
        ObjectNode body = JsonResponses.body(call);
        Optional<String> id = takeSessionId(body);
        JsonFields fields = new JsonFields(body);
        fields.requireOnly(Set.of("action", "timeout_s", "request_id"));
        fields.number("timeout_s");
        Optional<String> requestId = fields.text("request_id", MAX_ID_LENGTH);
        ActionReader action = ActionReader.read(fields.requiredObject("action")).orRequestId(requestId);
        return played(
                identity,
                GatewayPermission.STEP,
                id,
                (principal, session) -> sessions.step(
                                principal,
                                session,
                                action.move(),
                                action.key(principal, session),
                                JsonResponses.token(call))
                        .thenApply(EpisodeJson::of));
    }

    private CompletableFuture<JsonNode> state(Context call, ClientIdentity identity) {
        Optional<String> id = Optional.ofNullable(call.queryParam(SESSION_ID)).filter(text -> !text.isEmpty());
        return played(
                identity,
                GatewayPermission.SEE_STATE,
                id,
                (principal, session) -> sessions.state(principal, session, JsonResponses.token(call))
                        .thenApply(GatewayJson::tree));
    }

    private static Optional<String> takeSessionId(ObjectNode body) {
        Optional<String> id = new JsonFields(body).text(SESSION_ID, MAX_ID_LENGTH);
        body.remove(SESSION_ID);
        return id;
    }

    /** Calls in the session called {@code id}, or in one that ends with the call. */
    private CompletableFuture<JsonNode> played(
            ClientIdentity identity, GatewayPermission permission, Optional<String> id, SessionCall call) {
        Principal principal = identity.require(permission);
        if (id.isPresent()) {
            return call.call(principal, sessions.find(principal, id.get()));
        }
        GatewayPermission.CREATE.require(principal);
        return sessions.playOnce(principal, session -> call.call(principal, session));
    }

    @FunctionalInterface
    private interface SessionCall {
        CompletableFuture<JsonNode> call(Principal principal, GatewaySession session);
    }

    private CompletableFuture<JsonNode> tools(Context call, ClientIdentity identity) {
        JsonRpc.Client client = new JsonRpc.Client(identity, Optional.empty(), new SessionAudit(audit, call));
        return JsonResponses.json(call)
                .map(request -> rpc.answer(client, JsonResponses.token(call), request))
                .orElseGet(() -> CompletableFuture.completedFuture(JsonRpcResponses.error(JsonRpcException.notJson())))
                .thenApply(Function.identity());
    }
}

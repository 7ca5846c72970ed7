package dev.tengen.gateway.openenv;

import dev.tengen.gateway.game.GatewaySession;
import dev.tengen.gateway.game.GatewaySessions;
import dev.tengen.gateway.http.ClientIdentity;
import dev.tengen.gateway.http.ErrorText;
import dev.tengen.gateway.http.GatewayPermission;
import dev.tengen.gateway.http.JsonResponses;
import dev.tengen.gateway.http.SessionAudit;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.execution.MemoryReservation;
import dev.tengen.server.http.HttpAudit;
import dev.tengen.server.http.HttpAuthentication;
import dev.tengen.server.http.HttpCalls;
import dev.tengen.server.http.HttpException;
import dev.tengen.server.http.HttpPort;
import dev.tengen.server.identity.Authenticator;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.quota.PermitPool;
import dev.tengen.server.quota.QuotaKind;
import dev.tengen.server.quota.Quotas;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.websocket.WsConfig;
import io.javalin.websocket.WsContext;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The WebSockets {@code /ws} and {@code /mcp}. A socket opens a session, or attaches to the one in the parameter
 * {@code session_id}. A session whose socket of {@code /ws} has dropped stays open until its idle timeout. Thread-safe.
 */
final class OpenEnvSockets {
    private static final String OPENING = "tengen-opening";
    private static final int MAX_ID_LENGTH = 64;

    /** The size of an open socket without the headers of its request: what Jetty, Javalin and this package keep. */
    private static final long SOCKET_BYTES = 12_000;

    private final GatewaySessions sessions;
    private final JsonRpc rpc;
    private final HttpCalls calls;
    private final Authenticator authenticator;
    private final HttpAudit audit;
    private final int maxCount;
    private final PermitPool permits;
    private final Function<Principal, MemoryBudget> budgets;
    private final Map<String, Connection> open = new ConcurrentHashMap<>();
    private volatile boolean isDraining;

    OpenEnvSockets(
            GatewaySessions sessions,
            JsonRpc rpc,
            HttpCalls calls,
            Authenticator authenticator,
            HttpAudit audit,
            int maxCount,
            Quotas quotas,
            Function<Principal, MemoryBudget> budgets) {
        this.sessions = sessions;
        this.rpc = rpc;
        this.calls = calls;
        this.authenticator = authenticator;
        this.audit = audit;
        this.maxCount = maxCount;
        this.budgets = budgets;
        permits = new PermitPool(quotas, QuotaKind.SOCKETS, maxCount);
    }

    /** An open socket with its session, which it may end with it, and its permit. */
    private record Connection(
            MessageSocket socket, GatewaySession session, boolean endsSession, PermitPool.Permit permit) {}

    void add(RoutesConfig routes) {
        for (String path : new String[] {"/ws", "/mcp"}) {
            routes.wsBeforeUpgrade(path, this::authenticate);
        }
        routes.ws("/ws", config -> handle(config, true));
        routes.ws("/mcp", config -> handle(config, false));
    }

    /** Refuses clients before the upgrade, as other requests. */
    private void authenticate(Context call) {
        try {
            ClientIdentity identity = ClientIdentity.of(call, authenticator);
            identity.require(GatewayPermission.CREATE);
            call.attribute(OPENING, new Opening(identity, call.ip(), HttpPort.headerBytes(call)));
        } catch (CallException | HttpException e) {
            ErrorText error = ErrorText.of(e);
            audit.refused(
                    call,
                    GatewayPermission.CREATE.rpc(),
                    new HttpAuthentication(authenticator).principal(call),
                    error.reason());
            JsonResponses.write(call, error);
            call.skipRemainingHandlers();
        }
    }

    private void handle(WsConfig config, boolean isEpisode) {
        config.onConnect(context -> connect(context, isEpisode));
        config.onMessage(context -> {
            Connection connection = open.get(context.sessionId());
            if (connection != null) {
                connection.socket().receive(context.message());
            }
        });
        config.onClose(context -> closed(context.sessionId()));
        config.onError(context -> closed(context.sessionId()));
    }

    private void connect(WsContext context, boolean isEpisode) {
        Opening opening = Objects.requireNonNull(context.attribute(OPENING));
        ClientIdentity identity = opening.identity();
        try (Admission admission = new Admission()) {
            admit(admission, opening);
            open(admission, context, identity, isEpisode);
        } catch (RuntimeException e) {
            ErrorText error = ErrorText.of(e);
            audit.refused(
                    context.getUpgradeCtx$javalin(),
                    GatewayPermission.CREATE.rpc(),
                    identity.principal(),
                    error.reason());
            MessageSocket.refuse(context.session, error.frame());
        }
    }

    /**
     * What the request that opens a socket says: who the client is, its address, and the size of its headers in bytes.
     */
    private record Opening(ClientIdentity identity, String address, long headerBytes) {}

    /** What a socket takes before it opens. What it has not kept by then is given back. */
    private static final class Admission implements AutoCloseable {
        private PermitPool.@Nullable Permit permit;
        private @Nullable MemoryReservation memory;
        private boolean isKept;

        @Override
        public void close() {
            if (!isKept && memory != null) {
                memory.close();
            }
            if (!isKept && permit != null) {
                permit.close();
            }
        }
    }

    private void admit(Admission admission, Opening opening) {
        if (isDraining) {
            throw CallException.of(Reason.SHUTTING_DOWN, "the server is shutting down");
        }
        Principal principal = opening.identity().require(GatewayPermission.CREATE);
        admission.permit = permits.tryAcquire(principal, opening.address())
                .orElseThrow(() -> new HttpException(
                        429, "TOO_MANY_SOCKETS", maxCount + " sockets are open, the maximum; close some"));
        admission.memory = budgets.apply(principal).reserve(MemoryKind.HTTP, SOCKET_BYTES + opening.headerBytes());
    }

    private void open(Admission admission, WsContext context, ClientIdentity identity, boolean isEpisode) {
        GatewaySession session = isEpisode ? session(context, identity) : newSession(context, identity);
        JsonRpc.Client client = new JsonRpc.Client(identity, Optional.of(session), audit(context));
        MessageSocket.MessageHandler protocol =
                isEpisode ? new EpisodeProtocol(sessions, session, rpc, client) : new ToolProtocol(rpc, client);
        MessageSocket socket = new MessageSocket(
                context.session, calls, identity.client(), protocol, Objects.requireNonNull(admission.memory));
        if (isEpisode && !session.attach(socket)) {
            throw new HttpException(
                    409, "SESSION_ATTACHED", "session " + session.id() + " already has an attached socket");
        }
        admission.isKept = true;
        open.put(
                context.sessionId(),
                new Connection(socket, session, !isEpisode, Objects.requireNonNull(admission.permit)));
        if (!context.session.isOpen()) {
            closed(context.sessionId()); // It dropped before it was known.
            return;
        }
        if (isDraining) {
            socket.drain();
        }
        socket.begin();
    }

    private GatewaySession session(WsContext context, ClientIdentity identity) {
        String id = context.queryParam("session_id");
        if (id == null || id.isEmpty()) {
            return newSession(context, identity);
        }
        Principal principal = identity.require(GatewayPermission.STEP);
        return sessions.find(principal, id.length() > MAX_ID_LENGTH ? id.substring(0, MAX_ID_LENGTH) : id);
    }

    private GatewaySession newSession(WsContext context, ClientIdentity identity) {
        Principal principal = identity.require(GatewayPermission.CREATE);
        GatewaySession session = sessions.open(principal, true);
        audit(context).created(principal, session);
        return session;
    }

    private void closed(String socketId) {
        Connection connection = open.remove(socketId);
        if (connection == null) {
            return;
        }
        connection.permit().close();
        connection.socket().closed();
        GatewaySession session = connection.session();
        if (connection.endsSession()) {
            sessions.close(session);
        } else {
            session.detach(connection.socket());
        }
    }

    /** Closes all sockets, because the server stops. */
    void drain() {
        isDraining = true;
        open.values().forEach(connection -> connection.socket().drain());
    }

    private SessionAudit audit(WsContext context) {
        return new SessionAudit(audit, context.getUpgradeCtx$javalin());
    }
}

package dev.tengen.gateway.openenv;

import dev.tengen.gateway.game.GatewaySession;
import dev.tengen.gateway.game.GatewaySessions;
import dev.tengen.gateway.http.ClientIdentity;
import dev.tengen.gateway.http.ErrorText;
import dev.tengen.gateway.http.GatewayException;
import dev.tengen.gateway.http.GatewayPermission;
import dev.tengen.gateway.http.JsonResponses;
import dev.tengen.gateway.http.SessionAudit;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.http.HttpAudit;
import dev.tengen.server.http.HttpAuthentication;
import dev.tengen.server.identity.Authenticator;
import dev.tengen.server.identity.Principal;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.websocket.WsConfig;
import io.javalin.websocket.WsContext;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The WebSockets {@code /ws} and {@code /mcp}. A socket opens a session, or attaches to the one in the parameter {@code session_id}. A
 * session whose socket of {@code /ws} has dropped stays open until its idle timeout. Thread-safe.
 */
final class OpenEnvSockets {
    private static final String IDENTITY = "tengen-identity";
    private static final int MAX_ID_LENGTH = 64;

    private final GatewaySessions sessions;
    private final JsonRpc rpc;
    private final Authenticator authenticator;
    private final HttpAudit audit;
    private final int maxCount;
    private final Map<String, Connection> open = new ConcurrentHashMap<>();
    private volatile boolean isDraining;

    OpenEnvSockets(GatewaySessions sessions, JsonRpc rpc, Authenticator authenticator, HttpAudit audit, int maxCount) {
        this.sessions = sessions;
        this.rpc = rpc;
        this.authenticator = authenticator;
        this.audit = audit;
        this.maxCount = maxCount;
    }

    /** An open socket with its session, which it may end with it. */
    private record Connection(MessageSocket socket, GatewaySession session, boolean endsSession) {}

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
            call.attribute(IDENTITY, identity);
        } catch (CallException | GatewayException e) {
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
        ClientIdentity identity = Objects.requireNonNull(context.attribute(IDENTITY));
        GatewaySession session;
        try {
            requireRoom();
            session = isEpisode ? session(context, identity) : newSession(context, identity);
        } catch (RuntimeException e) {
            MessageSocket.refuse(context.session, ErrorText.of(e).frame());
            return;
        }
        JsonRpc.Client client = new JsonRpc.Client(identity, Optional.of(session), audit(context));
        MessageSocket.MessageHandler protocol =
                isEpisode ? new EpisodeProtocol(sessions, session, rpc, client) : new ToolProtocol(rpc, client);
        MessageSocket socket = new MessageSocket(context.session, protocol);
        if (isEpisode && !session.attach(socket)) {
            MessageSocket.refuse(
                    context.session,
                    ErrorText.frame("SESSION_ERROR", "session " + session.id() + " already has an attached socket"));
            return;
        }
        open.put(context.sessionId(), new Connection(socket, session, !isEpisode));
        if (isDraining) {
            socket.drain();
        }
        socket.begin();
    }

    private void requireRoom() {
        if (open.size() >= maxCount) {
            throw new GatewayException(
                    429, "TOO_MANY_SOCKETS", maxCount + " sockets are open, the maximum; close some");
        }
        if (isDraining) {
            throw CallException.of(Reason.SHUTTING_DOWN, "the server is shutting down");
        }
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

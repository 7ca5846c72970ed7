package dev.tengen.server.http;

import dev.tengen.server.identity.Principal;
import dev.tengen.server.log.AccessLog;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.router.Endpoint;
import io.javalin.websocket.WsCloseContext;
import io.javalin.websocket.WsConfig;
import io.javalin.websocket.WsContext;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes requests at the HTTP port to the {@link AccessLog} when they end: a stream of events when it closes, and a
 * WebSocket too, with the status 101.
 *
 * <p>A request is named by its route, as in "GET /api/sessions/{session}/record", since its path may have ids and its
 * query secrets. Thread-safe.
 */
public final class HttpAccessLog {
    private static final String PRINCIPAL = "dev.tengen.access-log.principal";
    private static final String ROUTE = "dev.tengen.access-log.route";
    private static final String PEER = "dev.tengen.access-log.peer";
    private static final String OPENED = "dev.tengen.access-log.opened";
    private static final int SWITCHING_PROTOCOLS = 101;

    /** The route of requests that nothing serves. */
    private static final String NO_ROUTE = "(no route)";

    private final AccessLog log;

    private HttpAccessLog(AccessLog log) {
        this.log = log;
    }

    /** Logs the requests of the server that {@code config} describes. */
    static void add(JavalinConfig config, AccessLog log) {
        HttpAccessLog requests = new HttpAccessLog(log);
        config.requestLogger.http(requests::ended);
        config.requestLogger.ws(requests::addSockets);
    }

    /**
     * Notes whose request {@code call} is. The handler that finds a WebSocket's principal also gives it its route and
     * its address.
     *
     * @param principal returns the principal; empty if there is none, or its credentials count no more
     */
    public static void note(Context call, Supplier<Optional<Principal>> principal) {
        call.attribute(PRINCIPAL, principal);
        call.attribute(ROUTE, call.endpoint().path);
        call.attribute(PEER, call.ip());
    }

    private void ended(Context call, Float milliseconds) {
        long nanos = Math.round(milliseconds.doubleValue() * TimeUnit.MILLISECONDS.toNanos(1));
        write(call.method() + " " + route(call), call.status().getCode(), nanos, call.ip(), call.attribute(PRINCIPAL));
    }

    private void addSockets(WsConfig sockets) {
        sockets.onUpgrade((call, milliseconds) -> {
            if (call.status().isError()) {
                ended(call, milliseconds);
            }
        });
        sockets.onConnect(socket -> socket.attribute(OPENED, Opened.of(socket)));
        sockets.onClose(this::closed);
    }

    /**
     * A WebSocket that is open.
     *
     * @param startNanos the time of its start on the clock of the process
     * @param route its route
     * @param peer the address of the client
     */
    private record Opened(long startNanos, String route, String peer) {
        static Opened of(WsContext socket) {
            return new Opened(
                    System.nanoTime(),
                    Objects.requireNonNullElse(socket.attribute(ROUTE), NO_ROUTE),
                    Objects.requireNonNullElse(socket.attribute(PEER), ""));
        }
    }

    private void closed(WsCloseContext socket) {
        Opened opened = socket.attribute(OPENED);
        if (opened != null) {
            write(
                    "WS " + opened.route(),
                    SWITCHING_PROTOCOLS,
                    System.nanoTime() - opened.startNanos(),
                    opened.peer(),
                    socket.attribute(PRINCIPAL));
        }
    }

    private static String route(Context call) {
        Endpoint endpoint = call.endpoints().lastHttpEndpoint();
        return endpoint == null ? NO_ROUTE : endpoint.path;
    }

    private void write(
            String method, int status, long nanos, String peer, @Nullable Supplier<Optional<Principal>> principal) {
        String name = Optional.ofNullable(principal)
                .flatMap(Supplier::get)
                .map(Principal::name)
                .orElse("");
        log.write(new AccessLog.Entry(
                System.currentTimeMillis(),
                name,
                method,
                Integer.toString(status),
                "",
                nanos,
                "",
                AccessLog.Stream.NONE,
                peer));
    }
}

package dev.tengen.server.http;

import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.identity.AuthorizationTable;
import dev.tengen.server.log.AccessLog;
import io.javalin.Javalin;
import io.javalin.config.RoutesConfig;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.util.JavalinBindException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.SessionHandler;
import org.eclipse.jetty.ee10.websocket.server.JettyWebSocketServletFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.session.NullSessionCache;
import org.eclipse.jetty.session.NullSessionDataStore;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * An HTTP server for {@code GET /metrics}, {@code GET /ready} (also as {@code /health}), {@code GET /alive}, and the
 * routes that are added.
 *
 * <p>Metrics are for those that may call {@link AuthorizationTable#METRICS}; the rest is for everyone.
 *
 * <p>It serves people and monitoring, not the clients of the server, so a few threads are enough. A body is received
 * before its request gets a thread, see {@link RequestBodyHandler}. Requests for a foreign host name are refused, see
 * {@link AllowedHosts}.
 */
public final class HttpPort implements AutoCloseable {
    /**
     * The maximum length of a body that routes accept, and of a message on a WebSocket. A route sees at most one byte
     * more of a body; a WebSocket with a longer message is closed.
     */
    public static final int MAX_BODY_BYTES = 4096;

    /** The maximum number of header fields of a request. Each takes many times its length. */
    static final int MAX_HEADER_FIELDS = 100;

    /** The size of a header field beside its characters. */
    private static final long FIELD_BYTES = 150;

    private static final Duration BODY_DEADLINE = Duration.ofSeconds(10);
    private static final int MAX_CONNECTIONS = 1024;
    private static final int IDLE_MILLIS_WHEN_FULL = 1000;

    /** Up to this length, a response is written without a thread that waits for the client to read it. */
    static final int RESPONSE_BUFFER_BYTES = 128 << 10;

    /** The buffer of a response to a health check, for which no memory is reserved, and of a stream of events. */
    private static final int SHORT_BUFFER_BYTES = 1024;

    /** A WebSocket without any frame, pings included, is closed after this time. */
    private static final Duration SOCKET_IDLE_TIMEOUT = Duration.ofMinutes(5);

    /** A WebSocket whose client does not read is closed when this many frames wait for it. */
    private static final int MAX_OUTGOING_FRAMES = 16;

    private static final int MISDIRECTED_REQUEST = 421;
    private static final int MAX_THREADS = 8;
    private static final int MIN_THREADS = 2;
    private static final int THREAD_IDLE_MILLIS = 60_000;

    /** The content type that Prometheus expects, with the version of its text format. */
    private static final String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final Javalin app;

    private HttpPort(Javalin app) {
        this.app = app;
    }

    /**
     * Starts to listen.
     *
     * @param host name or address of a network interface
     * @param port the port; 0 for any free one
     * @param tls makes HTTPS of it; empty for HTTP
     * @param allowedHosts names that requests may have in {@code Host}, besides IP addresses, "localhost" and
     *     {@code host}
     * @param budget the memory for requests in progress and for responses that clients have not read
     * @param authentication decides who may read the metrics
     * @param monitoring the metrics and the state of the server
     * @param log where requests are logged; empty for nowhere
     * @param more adds other routes
     * @throws IOException if it cannot listen there
     */
    public static HttpPort open(
            String host,
            int port,
            Optional<SSLContext> tls,
            Set<String> allowedHosts,
            MemoryBudget budget,
            HttpAuthentication authentication,
            Monitoring monitoring,
            Optional<AccessLog> log,
            Consumer<RoutesConfig> more)
            throws IOException {
        return open(host, port, tls, allowedHosts, budget, BODY_DEADLINE, authentication, monitoring, log, more);
    }

    /** Starts to listen, with another deadline for bodies. */
    static HttpPort open(
            String host,
            int port,
            Optional<SSLContext> tls,
            Set<String> allowedHosts,
            MemoryBudget budget,
            Duration bodyDeadline,
            HttpAuthentication authentication,
            Monitoring monitoring,
            Optional<AccessLog> log,
            Consumer<RoutesConfig> more)
            throws IOException {
        AllowedHosts hosts = new AllowedHosts(host, allowedHosts);
        Javalin app = Javalin.create(config -> {
            config.startup.showJavalinBanner = false;
            config.startup.startupWatcherEnabled = false;
            config.jetty.threadPool = new QueuedThreadPool(MAX_THREADS, MIN_THREADS, THREAD_IDLE_MILLIS);
            config.jetty.modifyHttpConfiguration(http -> {
                // Otherwise a header that differs only in case from an earlier one gets its value, such as another
                // token.
                http.setHeaderCacheCaseSensitive(true);
                http.setOutputBufferSize(RESPONSE_BUFFER_BYTES);
                http.setOutputAggregationSize(RESPONSE_BUFFER_BYTES);
                // Buffers are in the heap, where the budget counts them.
                http.setUseInputDirectByteBuffers(false);
                http.setUseOutputDirectByteBuffers(false);
            });
            config.jetty.modifyServer(server -> limit(server, budget, bodyDeadline));
            config.jetty.modifyServletContextHandler(HttpPort::keepNothing);
            config.jetty.modifyWebSocketServletFactory(HttpPort::limit);
            tls.ifPresent(context ->
                    config.jetty.addConnector((server, http) -> secureConnector(server, http, context, host, port)));
            log.ifPresent(known -> HttpAccessLog.add(config, known));
            config.routes.before(call -> requireAllowed(hosts, call));
            config.routes.wsBeforeUpgrade(call -> requireAllowed(hosts, call));
            addMonitoring(config.routes, authentication, monitoring);
            more.accept(config.routes);
        });
        try {
            if (tls.isPresent()) {
                app.start();
            } else {
                app.start(host, port);
            }
        } catch (JavalinBindException e) {
            throw new IOException(e.getMessage(), e);
        }
        return new HttpPort(app);
    }

    private static ServerConnector secureConnector(
            Server server, HttpConfiguration http, SSLContext context, String host, int port) {
        SslContextFactory.Server factory = new SslContextFactory.Server();
        factory.setSslContext(context);
        factory.setIncludeProtocols("TLSv1.3", "TLSv1.2");
        factory.setIncludeCipherSuites(
                "TLS_AES_.*", "TLS_CHACHA20_.*", "TLS_ECDHE_.*_GCM_.*", "TLS_ECDHE_.*_CHACHA20_.*");
        HttpConfiguration secure = new HttpConfiguration(http);
        // Certificates name no address, and clients may come by one. Which names are allowed is checked for every
        // request.
        secure.addCustomizer(new SecureRequestCustomizer(false));
        ServerConnector connector = new ServerConnector(server, factory, new HttpConnectionFactory(secure));
        connector.setHost(host);
        connector.setPort(port);
        return connector;
    }

    private static void addMonitoring(RoutesConfig routes, HttpAuthentication authentication, Monitoring monitoring) {
        routes.get(
                "/metrics",
                authentication.require(
                        AuthorizationTable.METRICS,
                        call -> call.contentType(METRICS_TYPE)
                                .result(monitoring.metrics().get())));
        routes.get("/health", call -> report(call, monitoring.isReady()));
        routes.get("/ready", call -> report(call, monitoring.isReady()));
        routes.get("/alive", call -> report(call, monitoring.isAlive()));
    }

    private static void report(Context call, BooleanSupplier state) {
        boolean isUp = state.getAsBoolean();
        shortenBuffer(call);
        call.status(isUp ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE)
                .contentType(ContentType.APPLICATION_JSON)
                .result("{\"status\":\"" + (isUp ? "SERVING" : "NOT_SERVING") + "\"}\n");
    }

    private static void limit(Server server, MemoryBudget budget, Duration bodyDeadline) {
        server.setHandler(new RequestMemoryHandler(
                budget, new RequestBodyHandler(MAX_HEADER_FIELDS, MAX_BODY_BYTES, bodyDeadline)));
        NetworkConnectionLimit connections = new NetworkConnectionLimit(MAX_CONNECTIONS, server);
        connections.setEndPointIdleTimeout(IDLE_MILLIS_WHEN_FULL);
        server.addBean(connections);
    }

    /**
     * Javalin makes a servlet session for each WebSocket, which would stay in memory. None is kept, and no cookie names
     * one. Nor are the paths of requests, for which Jetty would keep what handles them.
     */
    private static void keepNothing(ServletContextHandler context) {
        context.getServletHandler().setFilterChainsCached(false);
        SessionHandler sessions = context.getSessionHandler();
        sessions.setUsingCookies(false);
        NullSessionCache none = new NullSessionCache(sessions);
        none.setSessionDataStore(new NullSessionDataStore());
        sessions.setSessionCache(none);
    }

    private static void limit(JettyWebSocketServletFactory sockets) {
        // Compression takes a quarter of a megabyte for each socket, and messages are short.
        sockets.getAvailableExtensionNames().remove("permessage-deflate");
        sockets.setMaxTextMessageSize(MAX_BODY_BYTES);
        sockets.setMaxBinaryMessageSize(MAX_BODY_BYTES);
        sockets.setIdleTimeout(SOCKET_IDLE_TIMEOUT);
        sockets.setMaxOutgoingFrames(MAX_OUTGOING_FRAMES);
    }

    private static void requireAllowed(AllowedHosts hosts, Context call) {
        // Only requests of HTTP/1.0 lack it, which simple health checks send, and no browser.
        String host = call.header("Host");
        if (host != null && !hosts.contains(host)) {
            call.status(MISDIRECTED_REQUEST)
                    .contentType(ContentType.APPLICATION_JSON)
                    .result(hosts.refusal(host))
                    .skipRemainingHandlers();
        }
    }

    /**
     * Gives the response to {@code call} a short buffer, before anything is written. What is longer waits for the
     * client to read.
     */
    public static void shortenBuffer(Context call) {
        call.res().setBufferSize(SHORT_BUFFER_BYTES);
    }

    /**
     * Releases what the port has reserved for {@code call}, which becomes a stream of events. The caller has reserved
     * memory for the stream.
     */
    public static void releaseMemory(Context call) {
        RequestMemoryHandler.release(call.req());
    }

    /**
     * Returns an estimate of what the address and the headers of {@code call} take as long as something refers to it,
     * in bytes.
     */
    public static long headerBytes(Context call) {
        long characters = call.fullUrl().length();
        for (Map.Entry<String, String> field : call.headerMap().entrySet()) {
            characters +=
                    FIELD_BYTES + field.getKey().length() + field.getValue().length();
        }
        return characters;
    }

    /** Returns the port it listens on. */
    public int port() {
        return app.port();
    }

    @Override
    public void close() {
        app.stop();
    }
}

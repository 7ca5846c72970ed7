package dev.tengen.server;

import dev.tengen.server.error.FatalErrors;
import dev.tengen.server.http.HttpAuthentication;
import dev.tengen.server.http.HttpPort;
import dev.tengen.server.http.Monitoring;
import dev.tengen.server.log.AccessLog;
import dev.tengen.server.log.TransportLogFilter;
import dev.tengen.server.metrics.ServerMetrics;
import dev.tengen.server.quota.QuotaKind;
import dev.tengen.server.tls.ServerTls;
import dev.tengen.server.tracing.ServerTracing;
import io.grpc.Server;
import io.grpc.ServerInterceptor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running server: the environment, batch, tree and analysis services, those of its modules, health and reflection on
 * one endpoint, and metrics and health over HTTP on another if it is configured. If only this machine can reach the
 * endpoint, it also serves channelz, which describes every connection.
 *
 * <p>This class starts, drains and closes the server. {@code ServerParts} is what it is assembled from, and
 * {@code GrpcPort} what it serves over gRPC.
 */
public final class TengenServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TengenServer.class);

    /**
     * The least time of a shutdown in seconds, so that a store gets what waits for it even if calls may take no time.
     */
    private static final int MIN_DRAIN_SECONDS = 2;

    /** What a step of a shutdown gets if the time is over: it ends at once, unless it waits for something. */
    private static final long A_MOMENT_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** One part in so many of the time of a shutdown is for the stores alone. */
    private static final int STORE_SHARE = 4;

    private static final int DRAIN_POLL_MILLIS = 50;

    private final ServerParts parts;
    private final GrpcPort grpc;
    private final Server server;
    private final HealthMonitor monitor;
    private final Optional<SocketFile> socketFile;
    private volatile @Nullable HttpPort http;
    private boolean isListening;

    /** Whether the server has started. One that cannot listen has nothing to drain, and logs nothing of it. */
    private boolean isOpen;

    private boolean isClosed;

    private TengenServer(
            ServerConfig config,
            Optional<ServerTls> tls,
            Optional<AccessLog> accessLog,
            List<ServerInterceptor> interceptors,
            List<ServerModule.Factory> factories)
            throws IOException {
        socketFile = config.endpoint() instanceof Endpoint.Unix unix
                ? Optional.of(new SocketFile(unix.path()))
                : Optional.empty();
        parts = new ServerParts(config, tls, accessLog, factories, this::port, this::httpEndpoint);
        grpc = new GrpcPort(parts, interceptors);
        server = grpc.server();
        monitor = new HealthMonitor(
                parts.timer,
                parts.transport.threads(),
                List.of(parts.rowExecutor::stalledNanos, parts.pools::stalledNanos),
                grpc::setServing);
    }

    /**
     * Starts a server.
     *
     * @throws IOException if it cannot listen on an endpoint of {@code config}, or use its files
     * @throws dev.tengen.base.InvalidValueException if others can reach an endpoint that is not secure
     */
    public static TengenServer start(ServerConfig config) throws IOException {
        return start(config, List.of());
    }

    /**
     * Starts a server whose calls pass through {@code interceptors}, the last one first.
     *
     * @throws IOException if it cannot listen on an endpoint of {@code config}, or use its files
     * @throws dev.tengen.base.InvalidValueException if others can reach an endpoint that is not secure
     */
    public static TengenServer start(ServerConfig config, List<ServerInterceptor> interceptors) throws IOException {
        return start(config, interceptors, List.of());
    }

    /**
     * Starts a server with modules added to it.
     *
     * @throws IOException if it cannot listen on an endpoint of {@code config}, or use its files
     * @throws dev.tengen.base.InvalidValueException if others can reach an endpoint that is not secure
     */
    public static TengenServer start(
            ServerConfig config, List<ServerInterceptor> interceptors, List<ServerModule.Factory> modules)
            throws IOException {
        FatalErrors.install();
        TransportLogFilter.install();
        config.requireSecure();
        Optional<ServerTls> tls = config.tls().isPresent()
                ? Optional.of(ServerTls.open(config.tls().get()))
                : Optional.empty();
        Optional<AccessLog> accessLog = Optional.empty();
        TengenServer starting;
        try {
            accessLog = openAccessLog(config);
            starting = new TengenServer(config, tls, accessLog, interceptors, modules);
        } catch (IOException | RuntimeException | Error e) {
            tls.ifPresent(ServerTls::close);
            accessLog.ifPresent(AccessLog::close);
            throw e;
        }
        try {
            starting.open();
            return starting;
        } catch (IOException | RuntimeException | Error e) {
            starting.close();
            throw e;
        }
    }

    private static Optional<AccessLog> openAccessLog(ServerConfig config) throws IOException {
        if (config.accessLog().isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(AccessLog.open(config.accessLog().get()));
        } catch (IOException e) {
            throw new IOException("cannot write the access log: " + e, e);
        }
    }

    private void open() throws IOException {
        listen();
        grpc.setServing(true);
        LOG.info("Listening on {}", endpoint());
        if (parts.metrics.isPresent() && parts.config.http().isPresent()) {
            http = openHttp(parts.config.http().get(), parts.metrics.get());
            LOG.info(
                    "Metrics and health on {}://{}",
                    parts.tls.isPresent() ? "https" : "http",
                    httpEndpoint().orElseThrow());
        }
        isOpen = true;
    }

    private void listen() throws IOException {
        try {
            if (socketFile.isPresent()) {
                socketFile.get().removeAbandoned();
            }
            server.start();
            isListening = true;
        } catch (IOException e) {
            throw cannotListen(parts.config.endpoint(), e);
        }
    }

    private HttpPort openHttp(HttpSettings settings, ServerMetrics meters) throws IOException {
        Endpoint.Tcp address = settings.endpoint();
        try {
            return HttpPort.open(
                    address.host(),
                    address.port(),
                    parts.tls.map(ServerTls::httpContext),
                    settings.allowedHosts(),
                    parts.budget,
                    new HttpAuthentication(parts.config.authenticator()),
                    new Monitoring(meters::text, monitor::isReady, monitor::isAlive),
                    parts.accessLog,
                    routes -> parts.modules.forEach(module -> module.addRoutes(routes)));
        } catch (IOException e) {
            throw cannotListen(address, e);
        }
    }

    private static IOException cannotListen(Endpoint endpoint, IOException error) {
        Throwable cause = error.getCause() == null ? error : error.getCause();
        return new IOException("cannot listen on " + endpoint + ": " + cause.getMessage(), error);
    }

    /** Returns the endpoint for clients, with the actual port. */
    public Endpoint endpoint() {
        return parts.config.endpoint() instanceof Endpoint.Tcp tcp
                ? new Endpoint.Tcp(tcp.host(), server.getPort())
                : parts.config.endpoint();
    }

    /** Returns the endpoint for HTTP, with the actual port; empty without HTTP. */
    public Optional<Endpoint.Tcp> httpEndpoint() {
        HttpPort port = http;
        return port == null
                ? Optional.empty()
                : parts.config
                        .http()
                        .map(settings -> new Endpoint.Tcp(settings.endpoint().host(), port.port()));
    }

    /** Returns the TCP port for clients; -1 on a Unix domain socket. */
    public int port() {
        return server.getPort();
    }

    /** Returns the count of open sessions. */
    public int openSessionCount() {
        return parts.sessions.openCount();
    }

    /** Returns how often principals exceeded their quota of {@code kind}. */
    public long quotaRefusalCount(QuotaKind kind) {
        return parts.quotas.refusalCount(kind);
    }

    /** Returns the bytes that are reserved on behalf of clients. */
    public long reservedBytes() {
        return parts.budget.reservedBytes();
    }

    /** Returns the count of engines that are opponents of open sessions. */
    public int engineCount() {
        return parts.engines.opponentCount();
    }

    /** Returns the count of analyses that run or wait. */
    public int analysisCount() {
        return parts.analyses.openCount();
    }

    /** Returns the count of open lanes of all batches. */
    public int openLaneCount() {
        return parts.batches.openLaneCount();
    }

    /** Returns the count of nodes of all trees. */
    public long nodeCount() {
        return parts.forests.nodeCount();
    }

    /** Returns the count of nodes that streams have reserved. */
    public int reservedNodeCount() {
        return parts.forests.reservedNodeCount();
    }

    /** Returns the count of trees. */
    public int treeCount() {
        return parts.forests.treeCount();
    }

    /** Waits until the server has stopped. */
    public void awaitTermination() throws InterruptedException {
        server.awaitTermination();
    }

    /**
     * Drains the server and stops it: takes no more calls, ends the streams of watchers, batches, trees and self-plays,
     * waits for calls in flight, and writes what waits for a store. All of this together takes at most the configured
     * time, or {@value #MIN_DRAIN_SECONDS} seconds if that is longer, regardless of the stores.
     */
    @Override
    public synchronized void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        if (isOpen) {
            LOG.info("Draining {} calls", grpc.inFlightCount());
        }
        long start = System.nanoTime();
        long limit = parts.config.drainLimit().toNanos();
        long end = start + Math.max(limit, TimeUnit.SECONDS.toNanos(MIN_DRAIN_SECONDS));
        // A part of the time is left for the stores, even if calls take all that they may.
        long callsEnd = start + limit - (parts.hasStore() ? limit / STORE_SHARE : 0);
        monitor.drain();
        grpc.shutdown();
        parts.sessions.endWatching();
        parts.drainHooks.runAll();
        try {
            drainStores(start + (end - start) / 2);
            drain(callsEnd, end);
        } catch (InterruptedException e) {
            LOG.warn("Interrupted while draining; cancelling {} calls", grpc.inFlightCount());
            server.shutdownNow();
            Thread.currentThread().interrupt();
        }
        release(end);
        if (isOpen) {
            LOG.info("Stopped");
        }
    }

    /** Lets other servers take the sessions, and ends the streams of the modules. */
    private void drainStores(long endNanos) throws InterruptedException {
        ShutdownSteps steps = new ShutdownSteps();
        steps.add("the sessions", parts.sessions::drain);
        parts.modules.forEach(module -> steps.add(module.getClass().getName(), module::drain));
        steps.run(endNanos);
    }

    /**
     * Waits for the calls that count until {@code callsEnd}, and then cancels the remaining streams, which end until
     * {@code end}.
     */
    private void drain(long callsEnd, long end) throws InterruptedException {
        // Clients that do not know yet may still start a call, so one look at the count is not enough.
        int idlePolls = 0;
        while (!server.awaitTermination(DRAIN_POLL_MILLIS, TimeUnit.MILLISECONDS)
                && idlePolls < 2
                && System.nanoTime() < callsEnd) {
            idlePolls = grpc.inFlightCount() == 0 ? idlePolls + 1 : 0;
        }
        server.shutdownNow();
        if (!server.awaitTermination(Math.max(A_MOMENT_NANOS, end - System.nanoTime()), TimeUnit.NANOSECONDS)) {
            LOG.warn("{} calls have not ended", grpc.inFlightCount());
        }
    }

    /**
     * Closes what may wait for a store: first the HTTP port, whose requests use the rest. Each of the two gets a moment
     * at least.
     */
    private void closeStores(long end) {
        long half = System.nanoTime() + Math.max(0, end - System.nanoTime()) / 2;
        HttpPort open = http;
        if (open != null) {
            closeUntil(half, steps -> steps.add("the HTTP port", open::close));
        }
        parts.metrics.ifPresent(ServerMetrics::close);
        closeUntil(end, this::addStores);
    }

    private void addStores(ShutdownSteps steps) {
        parts.modules.forEach(module -> steps.add(module.getClass().getName(), module::close));
        parts.batchJournals.ifPresent(journals -> steps.add("the journals of batches", journals::close));
        steps.add("the sessions", parts.sessions::close);
    }

    private static void closeUntil(long end, Consumer<ShutdownSteps> added) {
        ShutdownSteps steps = new ShutdownSteps();
        added.accept(steps);
        try {
            steps.run(Math.max(end, System.nanoTime() + A_MOMENT_NANOS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void release(long end) {
        monitor.close();
        parts.slowReaders.close();
        closeStores(end);
        parts.timer.shutdownNow();
        parts.rowExecutor.close();
        parts.pools.close();
        parts.engines.close();
        parts.analyses.close();
        parts.transport.close();
        parts.tls.ifPresent(ServerTls::close);
        parts.quotas.close();
        parts.accessLog.ifPresent(AccessLog::close);
        parts.tracing.ifPresent(ServerTracing::close);
        try {
            if (isListening && socketFile.isPresent()) {
                socketFile.get().remove();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

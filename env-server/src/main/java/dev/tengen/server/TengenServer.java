package dev.tengen.server;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.tengen.board.Grid;
import dev.tengen.proto.v1.AnalysisServiceGrpc;
import dev.tengen.proto.v1.BatchServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.ServerLimits;
import dev.tengen.proto.v1.TreeServiceGrpc;
import dev.tengen.server.analysis.Analyses;
import dev.tengen.server.batch.BatchListener;
import dev.tengen.server.batch.Batches;
import dev.tengen.server.convert.InfoConverter;
import dev.tengen.server.http.HttpPort;
import dev.tengen.server.metrics.ServerMetrics;
import dev.tengen.server.service.AnalysisService;
import dev.tengen.server.service.BatchService;
import dev.tengen.server.service.EnvironmentService;
import dev.tengen.server.service.RequestCheck;
import dev.tengen.server.service.TreeService;
import dev.tengen.server.service.UnreadableRequest;
import dev.tengen.server.session.Engines;
import dev.tengen.server.session.SessionListener;
import dev.tengen.server.session.Sessions;
import dev.tengen.server.stream.Endings;
import dev.tengen.server.stream.RowWorkers;
import dev.tengen.server.tree.ForestListener;
import dev.tengen.server.tree.Forests;
import io.grpc.Server;
import io.grpc.ServerInterceptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.ChannelzService;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running server: the environment, batch, tree and analysis services, those of the parts added to it, health and reflection
 * at one endpoint, metrics and health over HTTP at another if the configuration says so. Where only this machine can reach
 * it, channelz too, which tells of every connection.
 */
public final class TengenServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TengenServer.class);

    private static final Set<String> SERVICES = Set.of(
            EnvironmentServiceGrpc.SERVICE_NAME,
            BatchServiceGrpc.SERVICE_NAME,
            TreeServiceGrpc.SERVICE_NAME,
            AnalysisServiceGrpc.SERVICE_NAME);

    /** The longest answer on a stream, but for the rows of ended episodes: 65,536 lanes of 19x19 in one encoding. */
    private static final long MAX_ANSWER_BYTES = 64L << 20;

    private static final int MAX_METADATA_BYTES = 16 << 10;
    private static final int MAX_CALLS_PER_CONNECTION = 1024;
    private static final int MAX_RESETS_PER_WINDOW = 2000;
    private static final int RESET_WINDOW_SECONDS = 10;
    private static final int CHANNELZ_PAGE_SIZE = 100;
    private static final int DRAIN_POLL_MILLIS = 50;

    private final ServerConfig config;
    private final Transport transport;
    private final Optional<SocketFile> socketFile;
    private final Optional<ServerMetrics> metrics;
    private final Engines engines;
    private final Sessions sessions;
    private final RowWorkers workers = new RowWorkers();
    private final Endings endings = new Endings();
    private final Batches batches;
    private final Forests forests;
    private final Analyses analyses;
    private final List<ServerPart> parts;
    private final Set<String> services = new HashSet<>(SERVICES);
    private final CallsUnderWay calls = new CallsUnderWay(services);
    private final HealthStatusManager health = new HealthStatusManager();
    private final Server server;
    private @Nullable HttpPort http;
    private boolean isListening;
    private boolean isClosed;

    private TengenServer(ServerConfig config, List<ServerInterceptor> interceptors, List<ServerPart.Maker> makers) {
        this.config = config;
        transport = new Transport(config.endpoint());
        socketFile = config.endpoint() instanceof Endpoint.Unix unix
                ? Optional.of(new SocketFile(unix.path()))
                : Optional.empty();
        metrics = config.http().map(endpoint -> new ServerMetrics());
        SessionListener listener = metrics.map(ServerMetrics::sessionListener).orElse(SessionListener.NONE);
        engines = new Engines(config.engineLimits());
        sessions = new Sessions(config.sessionLimits(), Ticker.systemTicker(), listener, engines);
        BatchListener batchListener = metrics.map(ServerMetrics::batchListener).orElse(BatchListener.NONE);
        batches = new Batches(config.maxLaneCount(), MAX_ANSWER_BYTES, workers, endings, batchListener);
        ForestListener forestListener =
                metrics.map(ServerMetrics::forestListener).orElse(ForestListener.NONE);
        forests = new Forests(config.forestLimits(), MAX_ANSWER_BYTES, sessions, workers, endings, forestListener);
        analyses = new Analyses(config.analysisLimits());
        ServerContext context = new ServerContext(sessions, engines, metrics.map(ServerMetrics::registry));
        parts = makers.stream().map(maker -> maker.make(context)).toList();
        server = build(interceptors);
        metrics.ifPresent(meters -> {
            meters.watchSessions(sessions);
            meters.watchEngines(engines);
            meters.watchBatches(batches);
            meters.watchForests(forests);
            meters.watchAnalyses(analyses);
            meters.watchNetty(transport.workers(), transport.allocator());
        });
    }

    private Server build(List<ServerInterceptor> interceptors) {
        NettyServerBuilder builder = transport
                .newServer()
                // Every call here is short and bounded, and a hop to another thread costs more than the call.
                .directExecutor()
                .maxInboundMessageSize(ServerConfig.TRANSPORT_MAX_MESSAGE_BYTES)
                .maxInboundMetadataSize(MAX_METADATA_BYTES)
                .maxConcurrentCallsPerConnection(MAX_CALLS_PER_CONNECTION)
                .maxRstFramesPerWindow(MAX_RESETS_PER_WINDOW, RESET_WINDOW_SECONDS)
                .handshakeTimeout(20, TimeUnit.SECONDS)
                .keepAliveTime(60, TimeUnit.SECONDS)
                .keepAliveTimeout(20, TimeUnit.SECONDS)
                .permitKeepAliveTime(10, TimeUnit.SECONDS)
                .permitKeepAliveWithoutCalls(true)
                .addService(UnreadableRequest.caughtIn(environmentService()))
                .addService(UnreadableRequest.caughtIn(new BatchService(batches).bindService()))
                .addService(UnreadableRequest.caughtIn(new TreeService(forests).bindService()))
                .addService(UnreadableRequest.caughtIn(new AnalysisService(sessions, analyses).bindService()))
                .addService(health.getHealthService())
                .addService(ProtoReflectionServiceV1.newInstance())
                .intercept(new RequestCheck(config.maxRequestBytes(), ServerConfig.TRANSPORT_MAX_MESSAGE_BYTES));
        for (ServerPart part : parts) {
            for (ServerServiceDefinition service : part.services()) {
                services.add(service.getServiceDescriptor().getName());
                builder.addService(UnreadableRequest.caughtIn(service));
            }
        }
        if (config.endpoint().isLocal()) {
            builder.addService(ChannelzService.newInstance(CHANNELZ_PAGE_SIZE));
        }
        interceptors.forEach(builder::intercept);
        metrics.map(ServerMetrics::callMeters).ifPresent(builder::intercept);
        return builder.intercept(calls).build();
    }

    /** Starts a server that listens as {@code config} says. Throws {@link IOException} where it cannot listen there. */
    public static TengenServer start(ServerConfig config) throws IOException {
        return start(config, List.of());
    }

    /** Starts a server whose calls pass through {@code interceptors}, the last one first. */
    public static TengenServer start(ServerConfig config, List<ServerInterceptor> interceptors) throws IOException {
        return start(config, interceptors, List.of());
    }

    /** Starts a server with {@code parts} added to it. */
    public static TengenServer start(
            ServerConfig config, List<ServerInterceptor> interceptors, List<ServerPart.Maker> parts)
            throws IOException {
        TengenServer starting = new TengenServer(config, interceptors, parts);
        try {
            starting.open();
            return starting;
        } catch (IOException | RuntimeException | Error e) {
            starting.close();
            throw e;
        }
    }

    private void open() throws IOException {
        listen();
        services.forEach(service -> health.setStatus(service, ServingStatus.SERVING));
        LOG.info("Serving at {}", endpoint());
        if (metrics.isPresent() && config.http().isPresent()) {
            http = openHttp(config.http().get(), metrics.get());
            LOG.info("Metrics and health at http://{}", httpEndpoint().orElseThrow());
        }
    }

    private void listen() throws IOException {
        try {
            if (socketFile.isPresent()) {
                socketFile.get().removeAbandoned();
            }
            server.start();
            isListening = true;
        } catch (IOException e) {
            throw cannotListen(config.endpoint(), e);
        }
    }

    private HttpPort openHttp(Endpoint.Tcp place, ServerMetrics meters) throws IOException {
        try {
            return HttpPort.open(
                    place.host(),
                    place.port(),
                    meters::text,
                    () -> !server.isShutdown(),
                    routes -> parts.forEach(part -> part.addRoutes(routes)));
        } catch (IOException e) {
            throw cannotListen(place, e);
        }
    }

    private static IOException cannotListen(Endpoint endpoint, IOException error) {
        Throwable cause = error.getCause() == null ? error : error.getCause();
        return new IOException("cannot listen at " + endpoint + ": " + cause.getMessage(), error);
    }

    private ServerServiceDefinition environmentService() {
        return new EnvironmentService(
                        sessions, InfoConverter.serverInfo(Version.current(), limits(config), engines.makers()))
                .bindService();
    }

    private static ServerLimits limits(ServerConfig config) {
        return ServerLimits.newBuilder()
                .setMaxSize(Grid.MAX_SIZE)
                .setMaxSessionCount(config.sessionLimits().maxSessionCount())
                .setIdleTimeoutMs(config.sessionLimits().idleTimeout().toMillis())
                .setMaxRequestBytes(config.maxRequestBytes())
                .setMaxLaneCount(config.maxLaneCount())
                .setMaxNodeCount(config.forestLimits().maxNodeCount())
                .setMaxTreeCount(config.forestLimits().maxTreeCount())
                .setMaxAnalysisCount(config.analysisLimits().maxCount())
                .setMaxAnalysisNodeCount(config.analysisLimits().maxNodeCount())
                .setMaxAnalysisTimeMs(config.analysisLimits().maxTime().toMillis())
                .build();
    }

    /** Returns where it listens, with the port that was free if the configuration left it open. */
    public Endpoint endpoint() {
        return config.endpoint() instanceof Endpoint.Tcp tcp
                ? new Endpoint.Tcp(tcp.host(), server.getPort())
                : config.endpoint();
    }

    /** Returns where it answers over HTTP, likewise. */
    public Optional<Endpoint.Tcp> httpEndpoint() {
        HttpPort port = http;
        return port == null
                ? Optional.empty()
                : config.http().map(place -> new Endpoint.Tcp(place.host(), port.port()));
    }

    /** Returns the TCP port it listens at; -1 at a Unix domain socket. */
    public int port() {
        return server.getPort();
    }

    /** Returns the count of open sessions. */
    public int openSessionCount() {
        return sessions.openCount();
    }

    /** Returns the count of engines that are opponents now. */
    public int engineCount() {
        return engines.seatedCount();
    }

    /** Returns the count of analyses that run or wait. */
    public int analysisCount() {
        return analyses.openCount();
    }

    /** Returns the count of open lanes, those of all batches together. */
    public int openLaneCount() {
        return batches.openLaneCount();
    }

    /** Returns the count of nodes, those of all trees together. */
    public long nodeCount() {
        return forests.nodeCount();
    }

    /** Returns the count of nodes that streams have places for. */
    public int nodePlaceCount() {
        return forests.nodePlaceCount();
    }

    /** Returns the count of trees. */
    public int treeCount() {
        return forests.treeCount();
    }

    /** Waits until the server has stopped. */
    public void awaitTermination() throws InterruptedException {
        server.awaitTermination();
    }

    /**
     * Takes no more calls, lets those under way finish for at most as long as the configuration says, ends the streams of
     * spectators, of batches and of trees, and stops.
     */
    @Override
    public synchronized void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        LOG.info("Stopping; {} calls are under way", calls.count());
        health.enterTerminalState();
        server.shutdown();
        sessions.endWatching();
        endings.endAll();
        parts.forEach(ServerPart::drain);
        try {
            drain();
        } catch (InterruptedException e) {
            server.shutdownNow();
            Thread.currentThread().interrupt();
        }
        release();
        LOG.info("Stopped");
    }

    /** Waits for the calls that count; the streams that remain then are cut. */
    private void drain() throws InterruptedException {
        long end = System.nanoTime() + config.drainLimit().toNanos();
        // Clients that have not heard of the end yet may still begin a call, so one look at the count is not enough.
        int idlePolls = 0;
        while (!server.awaitTermination(DRAIN_POLL_MILLIS, TimeUnit.MILLISECONDS)
                && idlePolls < 2
                && System.nanoTime() < end) {
            idlePolls = calls.count() == 0 ? idlePolls + 1 : 0;
        }
        server.shutdownNow();
        server.awaitTermination();
    }

    private void release() {
        if (http != null) {
            http.close();
        }
        metrics.ifPresent(ServerMetrics::close);
        parts.forEach(ServerPart::close);
        workers.close();
        engines.close();
        analyses.close();
        transport.close();
        try {
            if (isListening && socketFile.isPresent()) {
                socketFile.get().remove();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

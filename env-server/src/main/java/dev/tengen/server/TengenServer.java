package dev.tengen.server;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.tengen.board.Grid;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.ServerLimits;
import dev.tengen.server.convert.InfoConverter;
import dev.tengen.server.service.EnvironmentService;
import dev.tengen.server.service.RequestCheck;
import dev.tengen.server.service.UnreadableRequest;
import dev.tengen.server.session.Sessions;
import io.grpc.Server;
import io.grpc.ServerInterceptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A running server: the environment service, health and reflection on one port. */
public final class TengenServer implements AutoCloseable {
    private static final int MAX_METADATA_BYTES = 16 << 10;
    private static final int MAX_CALLS_PER_CONNECTION = 1024;
    private static final int MAX_RESETS_PER_WINDOW = 2000;
    private static final int RESET_WINDOW_SECONDS = 10;
    private static final Duration DRAIN_LIMIT = Duration.ofSeconds(10);

    private final Sessions sessions;
    private final HealthStatusManager health = new HealthStatusManager();
    private final Server server;

    private TengenServer(ServerConfig config, List<ServerInterceptor> interceptors) {
        sessions = new Sessions(config.sessionLimits(), Ticker.systemTicker());
        NettyServerBuilder builder = NettyServerBuilder.forAddress(new InetSocketAddress(config.host(), config.port()))
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
                .addService(UnreadableRequest.caughtIn(environmentService(config)))
                .addService(health.getHealthService())
                .addService(ProtoReflectionServiceV1.newInstance())
                .intercept(new RequestCheck(config.maxRequestBytes()));
        interceptors.forEach(builder::intercept);
        server = builder.build();
    }

    /** Starts a server that listens as {@code config} says. Throws {@link IOException} where it cannot listen there. */
    public static TengenServer start(ServerConfig config) throws IOException {
        return start(config, List.of());
    }

    /** Starts a server whose calls pass through {@code interceptors}, the last one first. */
    public static TengenServer start(ServerConfig config, List<ServerInterceptor> interceptors) throws IOException {
        TengenServer running = new TengenServer(config, interceptors);
        running.server.start();
        running.health.setStatus(EnvironmentServiceGrpc.SERVICE_NAME, ServingStatus.SERVING);
        return running;
    }

    private ServerServiceDefinition environmentService(ServerConfig config) {
        return new EnvironmentService(sessions, InfoConverter.serverInfo(Version.current(), limits(config)))
                .bindService();
    }

    private static ServerLimits limits(ServerConfig config) {
        return ServerLimits.newBuilder()
                .setMaxSize(Grid.MAX_SIZE)
                .setMaxSessionCount(config.sessionLimits().maxSessionCount())
                .setIdleTimeoutMs(config.sessionLimits().idleTimeout().toMillis())
                .setMaxRequestBytes(config.maxRequestBytes())
                .build();
    }

    /** Returns the port it listens at. */
    public int port() {
        return server.getPort();
    }

    /** Returns the count of open sessions. */
    public int openSessionCount() {
        return sessions.openCount();
    }

    /** Waits until the server has stopped. */
    public void awaitTermination() throws InterruptedException {
        server.awaitTermination();
    }

    /** Takes no more calls, lets those under way finish for at most ten seconds, ends the streams of spectators, and stops. */
    @Override
    public void close() {
        if (!server.isShutdown()) {
            health.enterTerminalState();
            server.shutdown();
            sessions.endWatching();
        }
        try {
            if (!server.awaitTermination(DRAIN_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                server.shutdownNow();
            }
        } catch (InterruptedException e) {
            server.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}

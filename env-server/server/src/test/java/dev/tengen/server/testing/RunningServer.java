package dev.tengen.server.testing;

import static org.awaitility.Awaitility.await;

import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import dev.tengen.server.session.SessionLimits;
import io.grpc.ManagedChannel;
import io.grpc.ServerInterceptor;
import io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A real server on a free loopback port with a channel to it. As an extension in a static field it lives as long as its
 * test class, in another field as long as a test.
 */
public final class RunningServer
        implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback, AutoCloseable {
    private static final int CLIENT_MAX_MESSAGE_BYTES = 32 << 20;
    private static final Logger TRANSPORT = Logger.getLogger("io.grpc.netty");

    static {
        TRANSPORT.setLevel(Level.SEVERE); // It warns of each request that it rejects.
    }

    private final ServerConfig config;
    private final List<ServerInterceptor> interceptors;
    private TengenServer server;
    private ManagedChannel channel;
    private boolean isOfClass;

    private RunningServer(ServerConfig config, List<ServerInterceptor> interceptors) {
        this.config = config.listeningAt("127.0.0.1", 0);
        this.interceptors = interceptors;
    }

    /** Returns a server with the default configuration, not started. */
    public static RunningServer withDefaults() {
        return with(ServerConfig.DEFAULT);
    }

    /** Returns a server, not started. */
    public static RunningServer with(ServerConfig config, ServerInterceptor... interceptors) {
        return new RunningServer(config, List.of(interceptors));
    }

    /** Returns a server with the given limits, not started. */
    public static RunningServer with(SessionLimits limits) {
        return with(ServerConfig.DEFAULT.withSessionLimits(limits));
    }

    /** Starts the server and returns this. */
    public RunningServer start() {
        try {
            server = TengenServer.start(config, interceptors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        channel = newChannel(Runnable::run);
        return this;
    }

    public TengenServer server() {
        return server;
    }

    /** Waits until no lane is open, which is a moment after the last stream of a batch has ended. */
    public void awaitNoLanes() {
        await().forever().until(() -> server.openLaneCount() == 0);
    }

    /** Waits until there are no trees and no reserved nodes, which is a moment after the last stream has ended. */
    public void awaitNoTrees() {
        await().forever()
                .until(() -> server.reservedNodeCount() == 0 && server.nodeCount() == 0 && server.treeCount() == 0);
    }

    /** Returns a channel that this object closes. */
    public ManagedChannel channel() {
        return channel;
    }

    /** Returns a new channel, which the caller must shut down; {@code executor} runs its callbacks. */
    public ManagedChannel newChannel(Executor executor) {
        return newChannel(server.port(), executor);
    }

    /**
     * Returns a new channel to a loopback port, which the caller must shut down; {@code executor} runs its callbacks.
     */
    public static ManagedChannel newChannel(int port, Executor executor) {
        return NettyChannelBuilder.forAddress("127.0.0.1", port)
                .usePlaintext()
                .maxInboundMessageSize(CLIENT_MAX_MESSAGE_BYTES)
                .executor(executor)
                .build();
    }

    /** Returns a stub. */
    public EnvironmentServiceBlockingStub stub() {
        return EnvironmentServiceGrpc.newBlockingStub(channel);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        isOfClass = true;
        start();
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        if (!isOfClass) {
            start();
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        if (!isOfClass) {
            close();
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        close();
    }

    @Override
    public void close() {
        channel.shutdownNow();
        server.close();
    }
}

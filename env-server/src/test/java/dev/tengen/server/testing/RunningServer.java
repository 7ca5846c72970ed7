package dev.tengen.server.testing;

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
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A real server at a free loopback port with a channel to it; as an extension it lives as long as its test class. */
public final class RunningServer implements BeforeAllCallback, AfterAllCallback, AutoCloseable {
    private static final int CLIENT_MAX_MESSAGE_BYTES = 32 << 20;
    private static final Logger TRANSPORT = Logger.getLogger("io.grpc.netty");

    static {
        TRANSPORT.setLevel(Level.SEVERE); // It warns of each request that it cuts off.
    }

    private final ServerConfig config;
    private final List<ServerInterceptor> interceptors;
    private TengenServer server;
    private ManagedChannel channel;

    private RunningServer(ServerConfig config, List<ServerInterceptor> interceptors) {
        this.config = config.listeningAt("127.0.0.1", 0);
        this.interceptors = interceptors;
    }

    /** Returns a server yet to be started, with the default configuration. */
    public static RunningServer withDefaults() {
        return with(ServerConfig.DEFAULT);
    }

    /** Returns a server yet to be started. */
    public static RunningServer with(ServerConfig config, ServerInterceptor... interceptors) {
        return new RunningServer(config, List.of(interceptors));
    }

    /** Returns a server yet to be started, with the given limits. */
    public static RunningServer with(SessionLimits limits) {
        return with(ServerConfig.DEFAULT.withSessionLimits(limits));
    }

    /** Starts it and returns this. */
    public RunningServer start() {
        try {
            server = TengenServer.start(config, interceptors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        channel = newChannel(Runnable::run);
        return this;
    }

    /** Returns the server. */
    public TengenServer server() {
        return server;
    }

    /** Returns a channel of which this takes care. */
    public ManagedChannel channel() {
        return channel;
    }

    /** Returns a new channel, which the caller must shut down; {@code executor} runs its callbacks. */
    public ManagedChannel newChannel(Executor executor) {
        return newChannel(server.port(), executor);
    }

    /** Returns a new channel to a loopback port. */
    static ManagedChannel newChannel(int port, Executor executor) {
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
        start();
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

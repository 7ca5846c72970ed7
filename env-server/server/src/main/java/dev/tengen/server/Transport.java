package dev.tengen.server;

import io.grpc.ServerBuilder;
import io.grpc.ServerCredentials;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.ServerChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.NettyRuntime;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The transport of an endpoint: threads, the type of channel, memory for messages. Calls within this process have none
 * of them: they run on the threads of their callers.
 */
final class Transport {
    /** A connection that is closing may still have tasks for its thread. */
    private static final int STOP_QUIET_MILLIS = 20;

    private static final int STOP_LIMIT_MILLIS = 5_000;

    private static final int MIN_READ_BYTES = 64;
    private static final int FIRST_READ_BYTES = 2_048;

    /**
     * A thread takes at most this much from a connection before it serves the next one. By default it takes up to
     * sixteen times 64 KB: the headers of thousands of calls, while other clients wait for tens of milliseconds.
     */
    private static final int MAX_READ_BYTES = 1 << 12;

    private static final int MAX_METADATA_BYTES = 16 << 10;
    private static final int MAX_RESETS_PER_WINDOW = 2000;
    private static final int RESET_WINDOW_SECONDS = 10;

    private final Endpoint endpoint;
    private final ConnectionLimits limits;
    private final ConnectionLimiter connections;
    private final WrongPortHandlers wrongPort;
    private final EventLoopGroup acceptors;

    /**
     * As many threads as processors, half of Netty's default: they run calls themselves, so under load each of two
     * threads on a processor would wait for whole time slices of the other, even to refuse a call.
     */
    private final EventLoopGroup workers;

    private final PooledByteBufAllocator allocator = PooledByteBufAllocator.DEFAULT;

    /**
     * Creates the transport.
     *
     * @param http returns where the HTTP port of the server is, if it has one
     */
    Transport(Endpoint endpoint, ConnectionLimits limits, Supplier<Optional<Endpoint.Tcp>> http) {
        this.endpoint = endpoint;
        this.limits = limits;
        connections = new ConnectionLimiter(limits);
        wrongPort = new WrongPortHandlers(http);
        acceptors = threads(1, "tengen-accept");
        workers = threads(NettyRuntime.availableProcessors(), "tengen-io");
    }

    private EventLoopGroup threads(int count, String name) {
        return new MultiThreadIoEventLoopGroup(count, new DefaultThreadFactory(name, true), NioIoHandler.newFactory());
    }

    /** Returns a builder of a server that listens on the endpoint, with TLS or without. */
    ServerBuilder<?> newServer(ServerCredentials credentials) {
        return endpoint instanceof Endpoint.InProcess local
                ? InProcessServerBuilder.forName(local.name()).maxInboundMetadataSize(MAX_METADATA_BYTES)
                : newNettyServer(credentials);
    }

    private NettyServerBuilder newNettyServer(ServerCredentials credentials) {
        NettyServerBuilder builder = NettyServerBuilder.forAddress(endpoint.socketAddress(), credentials)
                .channelFactory(this::newServerChannel)
                .bossEventLoopGroup(acceptors)
                .workerEventLoopGroup(workers)
                .withOption(ChannelOption.ALLOCATOR, allocator)
                .withChildOption(ChannelOption.ALLOCATOR, allocator)
                .withChildOption(ChannelOption.RECVBUF_ALLOCATOR, reads())
                .maxInboundMetadataSize(MAX_METADATA_BYTES)
                .maxConcurrentCallsPerConnection(limits.maxCallsPerConnection())
                .maxRstFramesPerWindow(MAX_RESETS_PER_WINDOW, RESET_WINDOW_SECONDS)
                .handshakeTimeout(20, TimeUnit.SECONDS)
                .keepAliveTime(60, TimeUnit.SECONDS)
                .keepAliveTimeout(20, TimeUnit.SECONDS)
                .permitKeepAliveTime(10, TimeUnit.SECONDS)
                .permitKeepAliveWithoutCalls(true);
        limits.age().ifPresent(age -> {
            builder.maxConnectionAge(age.max().toMillis(), TimeUnit.MILLISECONDS);
            age.grace().ifPresent(grace -> builder.maxConnectionAgeGrace(grace.toMillis(), TimeUnit.MILLISECONDS));
        });
        if (endpoint instanceof Endpoint.Unix) {
            // gRPC sets this option, which is for TCP only, and Netty logs a warning for each connection.
            builder.withChildOption(ChannelOption.SO_KEEPALIVE, null);
        }
        return builder;
    }

    private static RecvByteBufAllocator reads() {
        return new AdaptiveRecvByteBufAllocator(MIN_READ_BYTES, FIRST_READ_BYTES, MAX_READ_BYTES).maxMessagesPerRead(1);
    }

    private ServerChannel newServerChannel() {
        ServerChannel channel =
                endpoint instanceof Endpoint.Unix ? new NioServerDomainSocketChannel() : new NioServerSocketChannel();
        channel.pipeline().addLast(connections, wrongPort);
        return channel;
    }

    /** Returns what limits the connections. */
    ConnectionLimiter connections() {
        return connections;
    }

    /** Returns the threads that execute calls. */
    EventLoopGroup workers() {
        return workers;
    }

    /** Returns all threads: the one that accepts connections, and those that execute calls. */
    List<EventExecutor> threads() {
        List<EventExecutor> threads = new ArrayList<>();
        if (endpoint instanceof Endpoint.InProcess) {
            return threads;
        }
        acceptors.forEach(threads::add);
        workers.forEach(threads::add);
        return threads;
    }

    /** Returns the allocator of the memory for messages. */
    PooledByteBufAllocator allocator() {
        return allocator;
    }

    /** Stops the threads, after the server has stopped, and waits until they have. */
    void close() {
        List.of(acceptors, workers).stream()
                .map(group -> group.shutdownGracefully(STOP_QUIET_MILLIS, STOP_LIMIT_MILLIS, TimeUnit.MILLISECONDS))
                .toList()
                .forEach(Future::awaitUninterruptibly);
    }
}

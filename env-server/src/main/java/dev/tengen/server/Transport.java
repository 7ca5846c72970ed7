package dev.tengen.server;

import io.grpc.netty.NettyServerBuilder;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What connections to an endpoint run on: threads, the kind of channel, memory for messages. */
final class Transport {
    /** A connection that closes may still have tasks for its thread. */
    private static final int STOP_QUIET_MILLIS = 20;

    private static final int STOP_LIMIT_MILLIS = 5_000;

    private final Endpoint endpoint;
    private final EventLoopGroup acceptors = threads(1, "tengen-accept");
    private final EventLoopGroup workers = threads(0, "tengen-io");
    private final PooledByteBufAllocator allocator = PooledByteBufAllocator.DEFAULT;

    Transport(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    private static EventLoopGroup threads(int count, String name) {
        return new MultiThreadIoEventLoopGroup(count, new DefaultThreadFactory(name, true), NioIoHandler.newFactory());
    }

    /** Returns a server yet to be configured, which listens at the endpoint. */
    NettyServerBuilder newServer() {
        NettyServerBuilder builder = NettyServerBuilder.forAddress(endpoint.socketAddress())
                .channelType(channelType())
                .bossEventLoopGroup(acceptors)
                .workerEventLoopGroup(workers)
                .withOption(ChannelOption.ALLOCATOR, allocator)
                .withChildOption(ChannelOption.ALLOCATOR, allocator);
        if (endpoint instanceof Endpoint.Unix) {
            // gRPC sets this option of TCP, and Netty warns at each connection that a Unix socket has none.
            builder.withChildOption(ChannelOption.SO_KEEPALIVE, null);
        }
        return builder;
    }

    private Class<? extends ServerChannel> channelType() {
        return endpoint instanceof Endpoint.Unix ? NioServerDomainSocketChannel.class : NioServerSocketChannel.class;
    }

    /** Returns the threads that carry out calls. */
    EventLoopGroup workers() {
        return workers;
    }

    /** Returns where the memory of messages comes from. */
    PooledByteBufAllocator allocator() {
        return allocator;
    }

    /** Ends the threads, once the server has stopped, and waits for that. */
    void close() {
        List.of(acceptors, workers).stream()
                .map(group -> group.shutdownGracefully(STOP_QUIET_MILLIS, STOP_LIMIT_MILLIS, TimeUnit.MILLISECONDS))
                .toList()
                .forEach(Future::awaitUninterruptibly);
    }
}

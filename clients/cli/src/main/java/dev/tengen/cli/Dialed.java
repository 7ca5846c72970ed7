package dev.tengen.cli;

import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.UnixDomainSocketAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A channel to a server at {@code host:port} or {@code unix:path}, and what it runs on. */
final class Dialed implements AutoCloseable {
    private static final String UNIX_PREFIX = "unix:";

    private final ManagedChannel channel;
    private final @Nullable EventLoopGroup ownThread;

    private Dialed(ManagedChannel channel, @Nullable EventLoopGroup ownThread) {
        this.channel = channel;
        this.ownThread = ownThread;
    }

    /** Returns a channel, which connects at its first call. Throws IllegalArgumentException where that is no address. */
    static Dialed at(String address) {
        if (!address.startsWith(UNIX_PREFIX)) {
            return new Dialed(
                    Grpc.newChannelBuilder(address, InsecureChannelCredentials.create())
                            .build(),
                    null);
        }
        UnixDomainSocketAddress socket = UnixDomainSocketAddress.of(address.substring(UNIX_PREFIX.length()));
        EventLoopGroup thread =
                new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("dial", true), NioIoHandler.newFactory());
        ManagedChannel channel = NettyChannelBuilder.forAddress(socket, InsecureChannelCredentials.create())
                .channelType(NioDomainSocketChannel.class)
                .eventLoopGroup(thread)
                // gRPC sets this option of TCP, and Netty warns that a Unix socket has none.
                .withOption(ChannelOption.SO_KEEPALIVE, null)
                .build();
        return new Dialed(channel, thread);
    }

    /** Returns the channel. */
    ManagedChannel channel() {
        return channel;
    }

    @Override
    public void close() {
        channel.shutdownNow();
        if (ownThread != null) {
            ownThread.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
        }
    }
}

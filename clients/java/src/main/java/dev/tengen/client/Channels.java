package dev.tengen.client;

import dev.tengen.client.internal.Connection;
import dev.tengen.client.internal.ConnectionFaults;
import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.ManagedChannelBuilder;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Creates gRPC channels, for callers with gRPC stubs of their own. {@link TengenClient} creates its own. Thread-safe.
 */
public final class Channels {
    private static final String UNIX_PREFIX = "unix:";
    private static final String DNS_PREFIX = "dns:";
    private static final Pattern HOST_AND_PORT = Pattern.compile("([^:/,\\[\\]]+|\\[[0-9a-fA-F:.]+]):\\d+");

    /** An IPv6 address and a port without brackets. */
    private static final Pattern BARE_IPV6 = Pattern.compile("([0-9a-fA-F.]*:[0-9a-fA-F:.]*:[0-9a-fA-F:.]*):(\\d+)");

    /** The most bytes that Linux allows in the path of a Unix socket. */
    private static final int MAX_SOCKET_BYTES = 107;

    private Channels() {}

    /**
     * The pings of a channel. A silent peer, such as a lost node or a NAT that forgot the connection, is detected
     * within the sum of both times.
     *
     * @param period a ping is sent if nothing has arrived for so long. The server and gRPC allow one every ten seconds,
     *     also without calls
     * @param timeout the connection is lost if a ping has no answer for so long
     */
    record KeepAlive(Duration period, Duration timeout) {
        static final KeepAlive DEFAULT = new KeepAlive(Duration.ofSeconds(12), Duration.ofSeconds(8));
    }

    /**
     * Returns a builder of an unencrypted channel without a token to the server at {@code address}.
     *
     * @param address "host:port", any other target that gRPC knows, or "unix:" and the path of a Unix domain socket
     * @throws IllegalArgumentException if {@code address} is not a valid address
     */
    public static ManagedChannelBuilder<?> to(String address) {
        return to(address, ConnectionSecurity.NONE);
    }

    /**
     * Returns a builder of a channel to the server at {@code address}.
     *
     * @param address "host:port", any other target that gRPC knows, or "unix:" and the path of a Unix domain socket
     * @param security TLS and token
     * @throws IllegalArgumentException if {@code address} is not a valid address, a file of {@code security} cannot be
     *     used, or a token would travel over a network without TLS
     */
    public static ManagedChannelBuilder<?> to(String address, ConnectionSecurity security) {
        return to(address, security, KeepAlive.DEFAULT);
    }

    private static ManagedChannelBuilder<?> to(String address, ConnectionSecurity security, KeepAlive keepAlive) {
        ManagedChannelBuilder<?> builder = newBuilder(address, security.credentials(address));
        security.interceptor().ifPresent(builder::intercept);
        return builder.keepAliveTime(keepAlive.period().toMillis(), TimeUnit.MILLISECONDS)
                .keepAliveTimeout(keepAlive.timeout().toMillis(), TimeUnit.MILLISECONDS)
                .keepAliveWithoutCalls(true);
    }

    /**
     * Returns why a call got no connection, and what to do, if client and server do not agree on TLS; empty for other
     * errors.
     *
     * @param error what the call threw
     */
    public static Optional<String> explain(Throwable error) {
        return ConnectionFaults.explain(error);
    }

    /**
     * Returns a connection to the server at {@code address}, or to several servers.
     *
     * @throws IllegalArgumentException as {@link #to(String, ConnectionSecurity)} does, or if an address is there twice
     */
    static Connection connect(String address, Duration timeout, ConnectionSecurity security, Duration attemptTimeout) {
        return connect(address, timeout, security, attemptTimeout, KeepAlive.DEFAULT);
    }

    /** Returns a connection with other pings. */
    static Connection connect(
            String address,
            Duration timeout,
            ConnectionSecurity security,
            Duration attemptTimeout,
            KeepAlive keepAlive) {
        if (attemptTimeout.isNegative() || attemptTimeout.isZero()) {
            throw new IllegalArgumentException("attemptTimeout " + attemptTimeout + " is not positive");
        }
        if (address.startsWith(DNS_PREFIX)) {
            return Connection.named(address, () -> to(address, security, keepAlive), timeout);
        }
        Map<String, ManagedChannelBuilder<?>> builders = new LinkedHashMap<>();
        for (String each : addresses(address)) {
            if (builders.put(each, to(each, security, keepAlive)) != null) {
                throw new IllegalArgumentException("address " + each + " is there twice in " + address);
            }
        }
        return Connection.over(builders, timeout, attemptTimeout);
    }

    private static List<String> addresses(String address) {
        List<String> parts = List.of(address.split(",", -1));
        // Paths and targets of gRPC may contain commas, too.
        return parts.stream().allMatch(part -> HOST_AND_PORT.matcher(part).matches()) ? parts : List.of(address);
    }

    private static ManagedChannelBuilder<?> newBuilder(String address, ChannelCredentials credentials) {
        if (!address.startsWith(UNIX_PREFIX)) {
            Matcher bare = BARE_IPV6.matcher(address);
            if (bare.matches()) {
                throw new IllegalArgumentException("address \"" + address + "\" has IPv6 without brackets; write ["
                        + bare.group(1) + "]:" + bare.group(2));
            }
            return Grpc.newChannelBuilder(address, credentials);
        }
        String path = address.substring(UNIX_PREFIX.length());
        int byteCount = path.getBytes(StandardCharsets.UTF_8).length;
        if (byteCount > MAX_SOCKET_BYTES) {
            throw new IllegalArgumentException("address \"" + address + "\" has a path of " + byteCount
                    + " bytes, and a Unix socket allows " + MAX_SOCKET_BYTES
                    + "; use a shorter path, or a symbolic link to its folder");
        }
        UnixDomainSocketAddress socket = UnixDomainSocketAddress.of(path);
        return NettyChannelBuilder.forAddress(socket, credentials)
                .channelType(NioDomainSocketChannel.class)
                .eventLoopGroup(UnixThreads.SHARED)
                // gRPC sets this TCP option. Netty would warn that a Unix socket does not have it.
                .withOption(ChannelOption.SO_KEEPALIVE, null);
    }

    /** The threads of all channels over Unix sockets, created with the first one. gRPC has its own for TCP. */
    private static final class UnixThreads {
        static final EventLoopGroup SHARED = new MultiThreadIoEventLoopGroup(
                0, new DefaultThreadFactory("tengen-client-unix", true), NioIoHandler.newFactory());
    }
}

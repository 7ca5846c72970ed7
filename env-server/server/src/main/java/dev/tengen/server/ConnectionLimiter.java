package dev.tengen.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes connections beyond the limits as soon as they have been accepted. It belongs first in the pipeline of the
 * channel that accepts connections.
 *
 * <p>Thread-safe.
 */
@Sharable
final class ConnectionLimiter extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionLimiter.class);

    private final ConnectionLimits limits;

    /** The count of open connections by address; guarded by this, as the fields below. */
    private final Map<InetAddress, Integer> counts = new HashMap<>();

    private int openCount;
    private long refusedCount;

    ConnectionLimiter(ConnectionLimits limits) {
        this.limits = limits;
    }

    /** Returns the count of open connections. */
    synchronized int openCount() {
        return openCount;
    }

    /** Returns the count of connections that were closed because there were too many. */
    synchronized long refusedCount() {
        return refusedCount;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (!(message instanceof Channel connection)) {
            context.fireChannelRead(message);
            return;
        }
        Optional<InetAddress> address = address(connection);
        if (tryOpen(address)) {
            connection.closeFuture().addListener(closed -> close(address));
            context.fireChannelRead(connection);
        } else {
            LOG.info(
                    "Closing a connection from {}: too many are open",
                    address.map(Object::toString).orElse("a socket"));
            connection.unsafe().closeForcibly();
        }
    }

    private static Optional<InetAddress> address(Channel connection) {
        return connection.remoteAddress() instanceof InetSocketAddress remote
                ? Optional.ofNullable(remote.getAddress())
                : Optional.empty();
    }

    private synchronized boolean tryOpen(Optional<InetAddress> address) {
        int count = address.map(known -> counts.getOrDefault(known, 0)).orElse(0);
        if (openCount >= limits.maxConnectionCount() || count >= limits.maxConnectionCountPerAddress()) {
            refusedCount++;
            return false;
        }
        openCount++;
        address.ifPresent(known -> counts.merge(known, 1, Integer::sum));
        return true;
    }

    private synchronized void close(Optional<InetAddress> address) {
        openCount--;
        address.ifPresent(known -> counts.computeIfPresent(known, (key, count) -> count == 1 ? null : count - 1));
    }
}

package dev.tengen.server;

import dev.tengen.base.InvalidValueException;
import java.time.Duration;
import java.util.Optional;

/**
 * Limits on connections and on what clients do with them.
 *
 * @param maxConnectionCount maximum of open connections: 1 or more
 * @param maxConnectionCountPerAddress maximum of open connections from one IP address: 1 or more. Connections over a
 *     Unix domain socket have no address, and do not count.
 * @param maxCallsPerConnection maximum of calls in flight on one connection, streams included: 1 or more
 * @param slowReaderLimit how long an answer of a batch, a forest or a self-play may wait for its client to read it: 1
 *     ms or more
 * @param age how long a connection may last; empty for no limit
 */
public record ConnectionLimits(
        int maxConnectionCount,
        int maxConnectionCountPerAddress,
        int maxCallsPerConnection,
        Duration slowReaderLimit,
        Optional<ConnectionAge> age) {
    /**
     * The defaults: 4,096 connections, 1,024 from one address, 256 calls on one connection, 60 seconds to read, no
     * limit on the age.
     */
    public static final ConnectionLimits DEFAULT = new ConnectionLimits(4096, 1024, 256, Duration.ofSeconds(60));

    /**
     * Checks the values.
     *
     * @throws InvalidValueException if a value is out of range
     */
    public ConnectionLimits {
        requirePositive("max_connection_count", maxConnectionCount);
        requirePositive("max_connection_count_per_address", maxConnectionCountPerAddress);
        requirePositive("max_calls_per_connection", maxCallsPerConnection);
        requirePositive("slow_reader_limit_ms", slowReaderLimit.toMillis());
    }

    /**
     * Creates limits without one on the age of connections.
     *
     * @throws InvalidValueException if a value is out of range
     */
    public ConnectionLimits(
            int maxConnectionCount,
            int maxConnectionCountPerAddress,
            int maxCallsPerConnection,
            Duration slowReaderLimit) {
        this(
                maxConnectionCount,
                maxConnectionCountPerAddress,
                maxCallsPerConnection,
                slowReaderLimit,
                Optional.empty());
    }

    /** Returns these limits with one on the age of connections. */
    public ConnectionLimits withAge(ConnectionAge other) {
        return new ConnectionLimits(
                maxConnectionCount,
                maxConnectionCountPerAddress,
                maxCallsPerConnection,
                slowReaderLimit,
                Optional.of(other));
    }

    private static void requirePositive(String field, long value) {
        if (value < 1) {
            throw InvalidValueException.not(field, value, "1 or more");
        }
    }
}

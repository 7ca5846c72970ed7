package dev.tengen.server;

import dev.tengen.board.InvalidValueException;
import dev.tengen.server.session.SessionLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How a server runs.
 *
 * @param endpoint where clients reach it; a port of the loopback address by default
 * @param http where metrics and health are told over HTTP; nowhere by default
 * @param sessionLimits what sessions may use
 * @param maxRequestBytes longest request in bytes: 1 to 16 MiB
 * @param drainLimit how long {@link TengenServer#close} lets calls under way go on: 0 or more
 */
public record ServerConfig(
        Endpoint endpoint,
        Optional<Endpoint.Tcp> http,
        SessionLimits sessionLimits,
        int maxRequestBytes,
        Duration drainLimit) {
    /** The port that clients try if none is named. */
    public static final int DEFAULT_PORT = 9019;

    /**
     * The length at which the transport cuts a message off, without a reason: far above the requests that are allowed by
     * default, so that the answer to a longer one can say what is wrong.
     */
    static final int TRANSPORT_MAX_MESSAGE_BYTES = 16 << 20;

    /** The defaults: loopback only, no HTTP, 10,000 sessions, one hour of idleness, requests of 1 MiB, ten seconds to drain. */
    public static final ServerConfig DEFAULT = new ServerConfig(
            new Endpoint.Tcp("127.0.0.1", DEFAULT_PORT),
            Optional.empty(),
            new SessionLimits(10_000, Duration.ofHours(1)),
            1 << 20,
            Duration.ofSeconds(10));

    /** Throws {@link InvalidValueException} where a value is out of range. */
    public ServerConfig {
        if (sessionLimits.maxSessionCount() < 1) {
            throw InvalidValueException.not("max_session_count", sessionLimits.maxSessionCount(), "1 or more");
        }
        if (sessionLimits.idleTimeout().toMillis() < 1) {
            throw InvalidValueException.not(
                    "idle_timeout_ms", sessionLimits.idleTimeout().toMillis(), "1 or more");
        }
        if (maxRequestBytes < 1 || maxRequestBytes > TRANSPORT_MAX_MESSAGE_BYTES) {
            throw InvalidValueException.outside("max_request_bytes", maxRequestBytes, 1, TRANSPORT_MAX_MESSAGE_BYTES);
        }
        if (drainLimit.isNegative()) {
            throw InvalidValueException.not("drain_limit_ms", drainLimit.toMillis(), "0 or more");
        }
    }

    /** Returns this configuration with a TCP port to listen at. */
    public ServerConfig listeningAt(String host, int port) {
        return listeningAt(new Endpoint.Tcp(host, port));
    }

    /** Returns this configuration with a Unix domain socket to listen at. */
    public ServerConfig listeningAt(Path socket) {
        return listeningAt(new Endpoint.Unix(socket));
    }

    private ServerConfig listeningAt(Endpoint other) {
        return new ServerConfig(other, http, sessionLimits, maxRequestBytes, drainLimit);
    }

    /** Returns this configuration with HTTP at a TCP port. */
    public ServerConfig withHttp(String host, int port) {
        Optional<Endpoint.Tcp> other = Optional.of(new Endpoint.Tcp(host, port));
        return new ServerConfig(endpoint, other, sessionLimits, maxRequestBytes, drainLimit);
    }

    /** Returns this configuration with other limits of sessions. */
    public ServerConfig withSessionLimits(SessionLimits other) {
        return new ServerConfig(endpoint, http, other, maxRequestBytes, drainLimit);
    }

    /** Returns this configuration with another limit on the length of requests. */
    public ServerConfig withMaxRequestBytes(int other) {
        return new ServerConfig(endpoint, http, sessionLimits, other, drainLimit);
    }

    /** Returns this configuration with another limit on the time that stopping may take. */
    public ServerConfig withDrainLimit(Duration other) {
        return new ServerConfig(endpoint, http, sessionLimits, maxRequestBytes, other);
    }
}

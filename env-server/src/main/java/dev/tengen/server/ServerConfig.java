package dev.tengen.server;

import dev.tengen.board.InvalidValueException;
import dev.tengen.server.session.SessionLimits;
import java.time.Duration;

/**
 * How a server runs.
 *
 * @param host address to listen at; the loopback address by default
 * @param port TCP port, or 0 for any free one
 * @param sessionLimits what sessions may use
 * @param maxRequestBytes longest request in bytes: 1 to 16 MiB
 */
public record ServerConfig(String host, int port, SessionLimits sessionLimits, int maxRequestBytes) {
    /** The port that clients try if none is named. */
    public static final int DEFAULT_PORT = 9019;

    /**
     * The length at which the transport cuts a message off, without a reason: far above the requests that are allowed by
     * default, so that the answer to a longer one can say what is wrong.
     */
    static final int TRANSPORT_MAX_MESSAGE_BYTES = 16 << 20;

    private static final int MAX_PORT = 65_535;

    /** The defaults: loopback only, 10,000 sessions, one hour of idleness, requests of 1 MiB. */
    public static final ServerConfig DEFAULT =
            new ServerConfig("127.0.0.1", DEFAULT_PORT, new SessionLimits(10_000, Duration.ofHours(1)), 1 << 20);

    /** Throws {@link InvalidValueException} where a value is out of range. */
    public ServerConfig {
        if (port < 0 || port > MAX_PORT) {
            throw InvalidValueException.outside("port", port, 0, MAX_PORT);
        }
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
    }

    /** Returns this configuration with another place to listen at. */
    public ServerConfig listeningAt(String otherHost, int otherPort) {
        return new ServerConfig(otherHost, otherPort, sessionLimits, maxRequestBytes);
    }

    /** Returns this configuration with other limits of sessions. */
    public ServerConfig withSessionLimits(SessionLimits other) {
        return new ServerConfig(host, port, other, maxRequestBytes);
    }
}

package dev.tengen.server;

import dev.tengen.board.InvalidValueException;
import dev.tengen.server.analysis.AnalysisLimits;
import dev.tengen.server.session.EngineLimits;
import dev.tengen.server.session.SessionLimits;
import dev.tengen.server.tree.ForestLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How a server runs.
 *
 * @param endpoint where clients reach it; a port of the loopback address by default
 * @param http where metrics and health are told over HTTP; nowhere by default
 * @param sessionLimits what sessions may use
 * @param maxLaneCount lanes of batches that may be open at once
 * @param forestLimits what trees may use
 * @param maxRequestBytes longest request in bytes, but for those of batches and trees: 1 to 16 MiB
 * @param drainLimit how long {@link TengenServer#close} lets calls under way go on: 0 or more
 * @param engineLimits engines that may be opponents
 * @param analysisLimits what analyses may use
 */
public record ServerConfig(
        Endpoint endpoint,
        Optional<Endpoint.Tcp> http,
        SessionLimits sessionLimits,
        int maxLaneCount,
        ForestLimits forestLimits,
        int maxRequestBytes,
        Duration drainLimit,
        EngineLimits engineLimits,
        AnalysisLimits analysisLimits) {
    /** The port that clients try if none is named. */
    public static final int DEFAULT_PORT = 9019;

    /**
     * The length at which the transport cuts a message off, without a reason: far above the requests that are allowed by
     * default, so that the answer to a longer one can say what is wrong.
     */
    static final int TRANSPORT_MAX_MESSAGE_BYTES = 16 << 20;

    /** The defaults: loopback only, no HTTP, 10,000 sessions, one hour of idleness, 65,536 lanes, 10,000,000 nodes in 10,000 trees, requests of 1 MiB, ten seconds to drain, no engine, {@link AnalysisLimits#DEFAULT}. */
    public static final ServerConfig DEFAULT = new ServerConfig(
            new Endpoint.Tcp("127.0.0.1", DEFAULT_PORT),
            Optional.empty(),
            new SessionLimits(10_000, Duration.ofHours(1)),
            1 << 16,
            new ForestLimits(10_000_000, 10_000),
            1 << 20,
            Duration.ofSeconds(10),
            EngineLimits.NONE,
            AnalysisLimits.DEFAULT);

    /** Throws {@link InvalidValueException} where a value is out of range. */
    public ServerConfig {
        requirePositive("max_session_count", sessionLimits.maxSessionCount());
        if (sessionLimits.idleTimeout().toMillis() < 1) {
            throw InvalidValueException.not(
                    "idle_timeout_ms", sessionLimits.idleTimeout().toMillis(), "1 or more");
        }
        requirePositive("max_lane_count", maxLaneCount);
        requirePositive("max_node_count", forestLimits.maxNodeCount());
        requirePositive("max_tree_count", forestLimits.maxTreeCount());
        if (maxRequestBytes < 1 || maxRequestBytes > TRANSPORT_MAX_MESSAGE_BYTES) {
            throw InvalidValueException.outside("max_request_bytes", maxRequestBytes, 1, TRANSPORT_MAX_MESSAGE_BYTES);
        }
        if (drainLimit.isNegative()) {
            throw InvalidValueException.not("drain_limit_ms", drainLimit.toMillis(), "0 or more");
        }
    }

    private static void requirePositive(String field, int value) {
        if (value < 1) {
            throw InvalidValueException.not(field, value, "1 or more");
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
        return new ServerConfig(
                other,
                http,
                sessionLimits,
                maxLaneCount,
                forestLimits,
                maxRequestBytes,
                drainLimit,
                engineLimits,
                analysisLimits);
    }

    /** Returns this configuration with HTTP at a TCP port. */
    public ServerConfig withHttp(String host, int port) {
        Optional<Endpoint.Tcp> other = Optional.of(new Endpoint.Tcp(host, port));
        return new ServerConfig(
                endpoint,
                other,
                sessionLimits,
                maxLaneCount,
                forestLimits,
                maxRequestBytes,
                drainLimit,
                engineLimits,
                analysisLimits);
    }

    /** Returns this configuration with other limits of sessions. */
    public ServerConfig withSessionLimits(SessionLimits other) {
        return new ServerConfig(
                endpoint,
                http,
                other,
                maxLaneCount,
                forestLimits,
                maxRequestBytes,
                drainLimit,
                engineLimits,
                analysisLimits);
    }

    /** Returns this configuration with another limit on lanes. */
    public ServerConfig withMaxLaneCount(int other) {
        return new ServerConfig(
                endpoint,
                http,
                sessionLimits,
                other,
                forestLimits,
                maxRequestBytes,
                drainLimit,
                engineLimits,
                analysisLimits);
    }

    /** Returns this configuration with other limits of trees. */
    public ServerConfig withForestLimits(ForestLimits other) {
        return new ServerConfig(
                endpoint,
                http,
                sessionLimits,
                maxLaneCount,
                other,
                maxRequestBytes,
                drainLimit,
                engineLimits,
                analysisLimits);
    }

    /** Returns this configuration with another limit on the length of requests. */
    public ServerConfig withMaxRequestBytes(int other) {
        return new ServerConfig(
                endpoint,
                http,
                sessionLimits,
                maxLaneCount,
                forestLimits,
                other,
                drainLimit,
                engineLimits,
                analysisLimits);
    }

    /** Returns this configuration with another limit on the time that stopping may take. */
    public ServerConfig withDrainLimit(Duration other) {
        return new ServerConfig(
                endpoint,
                http,
                sessionLimits,
                maxLaneCount,
                forestLimits,
                maxRequestBytes,
                other,
                engineLimits,
                analysisLimits);
    }

    /** Returns this configuration with other engines. */
    public ServerConfig withEngineLimits(EngineLimits other) {
        return new ServerConfig(
                endpoint,
                http,
                sessionLimits,
                maxLaneCount,
                forestLimits,
                maxRequestBytes,
                drainLimit,
                other,
                analysisLimits);
    }

    /** Returns this configuration with other limits of analyses. */
    public ServerConfig withAnalysisLimits(AnalysisLimits other) {
        return new ServerConfig(
                endpoint,
                http,
                sessionLimits,
                maxLaneCount,
                forestLimits,
                maxRequestBytes,
                drainLimit,
                engineLimits,
                other);
    }
}

package dev.tengen.server;

import dev.tengen.base.InvalidValueException;
import dev.tengen.server.analysis.AnalysisLimits;
import dev.tengen.server.batch.BatchJournals;
import dev.tengen.server.execution.MemoryLimits;
import dev.tengen.server.identity.Authenticator;
import dev.tengen.server.log.AccessLogTarget;
import dev.tengen.server.session.EngineLimits;
import dev.tengen.server.session.SessionLimits;
import dev.tengen.server.session.SessionStore;
import dev.tengen.server.tls.TlsFiles;
import dev.tengen.server.tracing.TracingSettings;
import dev.tengen.server.tree.ForestLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The configuration of a server.
 *
 * @param endpoint the address for clients; a port of the loopback address by default
 * @param http the HTTP port, with metrics, health and the routes of modules; none by default
 * @param sessionLimits limits on sessions
 * @param maxLaneCount maximum of open lanes of all batches
 * @param forestLimits limits on trees
 * @param maxRequestBytes maximum length of a request in bytes, except those of batches, trees and self-plays: 1 to 16
 *     MiB
 * @param drainLimit how long {@link TengenServer#close} waits for calls in flight: 0 or more
 * @param engineLimits engines that may be opponents
 * @param analysisLimits limits on analyses
 * @param enabledServices which optional services are on
 * @param memoryLimits limits on the memory that is kept on behalf of clients
 * @param connectionLimits limits on connections
 * @param authenticator finds the principals of calls; {@link Authenticator#NONE} by default. Its creator closes it if
 *     it holds resources
 * @param tls the files for TLS on both ports; empty by default: no encryption
 * @param isInsecureNetworkAllowed whether the server may listen on an address that others can reach without TLS or
 *     without authentication; not by default
 * @param quotas file with the quotas of principals, see {@link dev.tengen.server.quota.QuotaPolicy}; empty for the
 *     defaults
 * @param sessionStore opens the store that keeps sessions beyond the life of the server; empty by default: memory alone
 * @param batchJournals opens the store that keeps journals of batches; empty by default: batches end with their streams
 * @param accessLog where each call is logged; nowhere by default
 * @param tracing where traces are sent; nowhere by default
 */
public record ServerConfig(
        Endpoint endpoint,
        Optional<HttpSettings> http,
        SessionLimits sessionLimits,
        int maxLaneCount,
        ForestLimits forestLimits,
        int maxRequestBytes,
        Duration drainLimit,
        EngineLimits engineLimits,
        AnalysisLimits analysisLimits,
        EnabledServices enabledServices,
        MemoryLimits memoryLimits,
        ConnectionLimits connectionLimits,
        Authenticator authenticator,
        Optional<TlsFiles> tls,
        boolean isInsecureNetworkAllowed,
        Optional<Path> quotas,
        Optional<SessionStore.Factory> sessionStore,
        Optional<BatchJournals.Factory> batchJournals,
        Optional<AccessLogTarget> accessLog,
        Optional<TracingSettings> tracing) {
    /** The default port of servers and clients. */
    public static final int DEFAULT_PORT = 9019;

    /**
     * The message length above which the transport rejects a message, without a reason. It is far above the default
     * limit on requests, so that the error of a request that is too long can say so.
     */
    static final int TRANSPORT_MAX_MESSAGE_BYTES = 16 << 20;

    /**
     * The defaults: loopback only, no HTTP, an idle timeout of one hour, requests of 1 MiB, ten seconds to drain, no
     * engine, no authentication, {@link AnalysisLimits#DEFAULT}, {@link EnabledServices#ALL},
     * {@link MemoryLimits#DEFAULT}, {@link ConnectionLimits#DEFAULT}; and as many sessions, lanes, nodes and trees as
     * fit into the memory of this process, see {@link DefaultCounts}.
     */
    public static final ServerConfig DEFAULT = withDefaults(MemoryLimits.DEFAULT);

    /**
     * Checks the values.
     *
     * @throws InvalidValueException if a value is out of range
     */
    public ServerConfig {
        requirePositive("max_session_count", sessionLimits.maxSessionCount());
        if (sessionLimits.idleTimeout().toMillis() < 1) {
            throw InvalidValueException.not(
                    "idle_timeout_ms", sessionLimits.idleTimeout().toMillis(), "1 or more");
        }
        requirePositive("max_move_count", sessionLimits.maxMoveCount());
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

    /**
     * Returns {@link #DEFAULT} with other limits on memory, and as many sessions, lanes, nodes and trees as fit into
     * that; see {@link DefaultCounts}.
     */
    public static ServerConfig withDefaults(MemoryLimits memory) {
        DefaultCounts counts = DefaultCounts.of(memory.newBudget());
        return new ServerConfig(
                new Endpoint.Tcp("127.0.0.1", DEFAULT_PORT),
                Optional.empty(),
                new SessionLimits(counts.sessionCount(), Duration.ofHours(1)),
                counts.laneCount(),
                new ForestLimits(counts.nodeCount(), counts.treeCount()),
                1 << 20,
                Duration.ofSeconds(10),
                EngineLimits.NONE,
                AnalysisLimits.DEFAULT,
                EnabledServices.ALL,
                memory,
                ConnectionLimits.DEFAULT,
                Authenticator.NONE,
                Optional.empty(),
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static void requirePositive(String field, int value) {
        if (value < 1) {
            throw InvalidValueException.not(field, value, "1 or more");
        }
    }

    /** Returns this configuration with a TCP port to listen on. */
    public ServerConfig listeningAt(String host, int port) {
        return listeningAt(new Endpoint.Tcp(host, port));
    }

    /** Returns this configuration with a Unix domain socket to listen on. */
    public ServerConfig listeningAt(Path socket) {
        return listeningAt(new Endpoint.Unix(socket));
    }

    /** Returns this configuration with another endpoint to listen on. */
    public ServerConfig listeningAt(Endpoint other) {
        return with(draft -> draft.endpoint = other);
    }

    /** Returns this configuration with HTTP on a TCP port. */
    public ServerConfig withHttp(String host, int port) {
        return withHttp(new HttpSettings(new Endpoint.Tcp(host, port), Set.of()));
    }

    /** Returns this configuration with an HTTP port. */
    public ServerConfig withHttp(HttpSettings other) {
        return with(draft -> draft.http = Optional.of(other));
    }

    /** Returns this configuration with other limits on sessions. */
    public ServerConfig withSessionLimits(SessionLimits other) {
        return with(draft -> draft.sessionLimits = other);
    }

    /** Returns this configuration with another limit on lanes. */
    public ServerConfig withMaxLaneCount(int other) {
        return with(draft -> draft.maxLaneCount = other);
    }

    /** Returns this configuration with other limits on trees. */
    public ServerConfig withForestLimits(ForestLimits other) {
        return with(draft -> draft.forestLimits = other);
    }

    /** Returns this configuration with another limit on the length of requests. */
    public ServerConfig withMaxRequestBytes(int other) {
        return with(draft -> draft.maxRequestBytes = other);
    }

    /** Returns this configuration with another limit on the time to drain. */
    public ServerConfig withDrainLimit(Duration other) {
        return with(draft -> draft.drainLimit = other);
    }

    /** Returns this configuration with other engines. */
    public ServerConfig withEngineLimits(EngineLimits other) {
        return with(draft -> draft.engineLimits = other);
    }

    /** Returns this configuration with other limits on analyses. */
    public ServerConfig withAnalysisLimits(AnalysisLimits other) {
        return with(draft -> draft.analysisLimits = other);
    }

    /** Returns this configuration with other optional services on. */
    public ServerConfig withEnabledServices(EnabledServices other) {
        return with(draft -> draft.enabledServices = other);
    }

    /**
     * Returns this configuration with other limits on memory. The limits on counts stay, unlike in
     * {@link #withDefaults}.
     */
    public ServerConfig withMemoryLimits(MemoryLimits other) {
        return with(draft -> draft.memoryLimits = other);
    }

    /** Returns this configuration with other limits on connections. */
    public ServerConfig withConnectionLimits(ConnectionLimits other) {
        return with(draft -> draft.connectionLimits = other);
    }

    /** Returns this configuration with authentication. */
    public ServerConfig withAuthenticator(Authenticator other) {
        return with(draft -> draft.authenticator = other);
    }

    /** Returns this configuration with TLS. */
    public ServerConfig withTls(TlsFiles files) {
        return with(draft -> draft.tls = Optional.of(files));
    }

    /** Returns this configuration with a file of quotas. */
    public ServerConfig withQuotas(Path file) {
        return with(draft -> draft.quotas = Optional.of(file));
    }

    /** Returns this configuration with a store that keeps sessions. */
    public ServerConfig withSessionStore(SessionStore.Factory factory) {
        return with(draft -> draft.sessionStore = Optional.of(factory));
    }

    /** Returns this configuration with a store that keeps journals of batches. */
    public ServerConfig withBatchJournals(BatchJournals.Factory factory) {
        return with(draft -> draft.batchJournals = Optional.of(factory));
    }

    /** Returns this configuration with a log of all calls. */
    public ServerConfig withAccessLog(AccessLogTarget target) {
        return with(draft -> draft.accessLog = Optional.of(target));
    }

    /** Returns this configuration with traces. */
    public ServerConfig withTracing(TracingSettings other) {
        return with(draft -> draft.tracing = Optional.of(other));
    }

    /** Returns whether callers prove who they are. */
    boolean isAuthenticated() {
        return !authenticator.equals(Authenticator.NONE);
    }

    /**
     * Returns this configuration, which may listen on an address that others can reach without TLS or without
     * authentication.
     */
    public ServerConfig withInsecureNetwork() {
        return with(draft -> draft.isInsecureNetworkAllowed = true);
    }

    /**
     * Checks that only this machine can reach the ports, or that they are secure, or that they may be insecure.
     *
     * @throws InvalidValueException if not. The message says what to do
     */
    void requireSecure() {
        boolean isSecure = tls.isPresent() && isAuthenticated();
        if (isSecure || isInsecureNetworkAllowed) {
            return;
        }
        requireLocal("host", endpoint);
        http.ifPresent(settings -> requireLocal("http_host", settings.endpoint()));
    }

    private static void requireLocal(String field, Endpoint endpoint) {
        if (!endpoint.isLocal()) {
            throw InvalidValueException.because(
                    "others can reach " + endpoint
                            + ", so it needs TLS and authentication: set --tls-certificate, --tls-key"
                            + " and --tokens, which \"tengen certificates\" and \"tengen token create\" make, or"
                            + " --insecure-network if everybody on the network may do everything",
                    field,
                    endpoint,
                    "an address of this machine alone, or TLS and authentication");
        }
    }

    private ServerConfig with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.config();
    }

    /** A configuration that can be changed. */
    private static final class Draft {
        private Endpoint endpoint;
        private Optional<HttpSettings> http;
        private SessionLimits sessionLimits;
        private int maxLaneCount;
        private ForestLimits forestLimits;
        private int maxRequestBytes;
        private Duration drainLimit;
        private EngineLimits engineLimits;
        private AnalysisLimits analysisLimits;
        private EnabledServices enabledServices;
        private MemoryLimits memoryLimits;
        private ConnectionLimits connectionLimits;
        private Authenticator authenticator;
        private Optional<TlsFiles> tls;
        private boolean isInsecureNetworkAllowed;
        private Optional<Path> quotas;
        private Optional<SessionStore.Factory> sessionStore;
        private Optional<BatchJournals.Factory> batchJournals;
        private Optional<AccessLogTarget> accessLog;
        private Optional<TracingSettings> tracing;

        Draft(ServerConfig config) {
            endpoint = config.endpoint;
            http = config.http;
            sessionLimits = config.sessionLimits;
            maxLaneCount = config.maxLaneCount;
            forestLimits = config.forestLimits;
            maxRequestBytes = config.maxRequestBytes;
            drainLimit = config.drainLimit;
            engineLimits = config.engineLimits;
            analysisLimits = config.analysisLimits;
            enabledServices = config.enabledServices;
            memoryLimits = config.memoryLimits;
            connectionLimits = config.connectionLimits;
            authenticator = config.authenticator;
            tls = config.tls;
            isInsecureNetworkAllowed = config.isInsecureNetworkAllowed;
            quotas = config.quotas;
            sessionStore = config.sessionStore;
            batchJournals = config.batchJournals;
            accessLog = config.accessLog;
            tracing = config.tracing;
        }

        ServerConfig config() {
            return new ServerConfig(
                    endpoint,
                    http,
                    sessionLimits,
                    maxLaneCount,
                    forestLimits,
                    maxRequestBytes,
                    drainLimit,
                    engineLimits,
                    analysisLimits,
                    enabledServices,
                    memoryLimits,
                    connectionLimits,
                    authenticator,
                    tls,
                    isInsecureNetworkAllowed,
                    quotas,
                    sessionStore,
                    batchJournals,
                    accessLog,
                    tracing);
        }
    }
}

package dev.tengen.cli.serve;

import dev.tengen.base.InvalidValueException;
import dev.tengen.cli.output.Logging;
import dev.tengen.gtp.driver.DeadStones;
import dev.tengen.gtp.driver.EngineSpec;
import dev.tengen.server.ConnectionAge;
import dev.tengen.server.ConnectionLimits;
import dev.tengen.server.DefaultCounts;
import dev.tengen.server.EnabledServices;
import dev.tengen.server.Endpoint;
import dev.tengen.server.HttpSettings;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.analysis.AnalysisLimits;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.execution.MemoryLimits;
import dev.tengen.server.log.AccessLogTarget;
import dev.tengen.server.session.EngineLimits;
import dev.tengen.server.session.SessionLimits;
import dev.tengen.server.tracing.TracingSettings;
import dev.tengen.server.tree.ForestLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The settings of a server. Each is a flag, an environment variable and a key of the configuration file;
 * {@link ServerSetting} derives the names. The table in {@code docs/operations/server.md} is generated from this class.
 */
final class ServerOptions {
    private static final long BYTES_PER_MEGABYTE = 1 << 20;
    private static final String STANDARD_OUTPUT = "-";

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Address to listen on; 0.0.0.0 for all. Default: ${DEFAULT-VALUE}.")
    private String host = "127.0.0.1";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "" + ServerConfig.DEFAULT_PORT,
            description = "TCP port; 0 for any free one. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Option(
            names = "--socket",
            paramLabel = "PATH",
            description =
                    "Unix domain socket to listen on, instead of a port; clients connect to unix:PATH. Default: none.")
    private @Nullable Path socket;

    @Option(
            names = "--http-port",
            paramLabel = "PORT",
            description =
                    "TCP port of the web page, /metrics (Prometheus) and /health; 0 for any free one. Default: none.")
    private @Nullable Integer httpPort;

    @Option(
            names = "--http-host",
            paramLabel = "ADDRESS",
            description = "Address of the HTTP port. Default: the value of --host.")
    private @Nullable String httpHost;

    @Option(
            names = "--http-allowed-hosts",
            paramLabel = "NAMES",
            description = "Host names, separated by commas, under which clients may address the HTTP port, besides"
                    + " IP addresses, localhost and the name in --http-host. Default: none.")
    private @Nullable String httpAllowedHosts;

    @Option(
            names = "--max-sessions",
            paramLabel = "COUNT",
            description = "Maximum number of open sessions. Default: what fits into the memory on 9x9, at most "
                    + DefaultCounts.MAX_SESSION_COUNT + "; with --store, " + StoreOptions.DEFAULT_MAX_SESSION_COUNT
                    + ".")
    private @Nullable Integer maxSessionCount;

    @Option(
            names = "--max-moves",
            paramLabel = "COUNT",
            defaultValue = "" + SessionLimits.DEFAULT_MAX_MOVE_COUNT,
            description =
                    "Maximum number of moves in an episode of a session, also of a record or a snapshot that is opened."
                            + " Default: ${DEFAULT-VALUE}.")
    private int maxMoveCount;

    @Option(
            names = "--max-memory-megabytes",
            paramLabel = "COUNT",
            defaultValue = "0",
            description =
                    "Memory that clients may reserve for sessions, lanes, trees, self-plays and answers; 0 for three fifths"
                            + " of the heap above 48 MB. Default: ${DEFAULT-VALUE}.")
    private long maxMemoryMegabytes;

    @Option(
            names = "--max-direct-memory-megabytes",
            paramLabel = "COUNT",
            defaultValue = "0",
            description =
                    "Memory outside the heap that clients may reserve for messages that are on their way; 0 for three fifths"
                            + " of what the JVM allows. Default: ${DEFAULT-VALUE}.")
    private long maxDirectMemoryMegabytes;

    @Option(
            names = "--memory-share",
            paramLabel = "KIND=PERCENT",
            split = ServerSetting.PAIR_SEPARATOR,
            description =
                    "Share of that memory for a kind: session, lane, tree, root, remembered_answer, answer, request,"
                            + " analysis, http, and of the memory outside the heap: request_buffer, answer_buffer; may be repeated."
                            + " Default: 90, 90, 75, 75, 20, 50, 50, 90, 50; 50 and 80.")
    private Map<String, Integer> memoryShares = Map.of();

    @Option(
            names = "--batches",
            arity = "1",
            paramLabel = "BOOLEAN",
            defaultValue = "true",
            description = "Serve batches of environments: true or false. Default: ${DEFAULT-VALUE}.")
    private boolean hasBatches;

    @Option(
            names = "--trees",
            arity = "1",
            paramLabel = "BOOLEAN",
            defaultValue = "true",
            description = "Serve trees for tree search: true or false. Default: ${DEFAULT-VALUE}.")
    private boolean hasTrees;

    @Option(
            names = "--searches",
            arity = "1",
            paramLabel = "BOOLEAN",
            defaultValue = "true",
            description = "Serve self-play with search: true or false. Default: ${DEFAULT-VALUE}.")
    private boolean hasSearches;

    @Option(
            names = "--analyses",
            arity = "1",
            paramLabel = "BOOLEAN",
            defaultValue = "true",
            description = "Serve analyses of races and exact solutions: true or false. Default: ${DEFAULT-VALUE}.")
    private boolean hasAnalyses;

    @Option(
            names = "--max-lanes",
            paramLabel = "COUNT",
            description =
                    "Maximum number of open lanes, of all batches, and of slots, of all self-plays. Default: what fits into"
                            + " the memory on 9x9, at most "
                            + DefaultCounts.MAX_LANE_COUNT + ".")
    private @Nullable Integer maxLaneCount;

    @Option(
            names = "--max-nodes",
            paramLabel = "COUNT",
            description = "Maximum number of tree nodes reserved by all streams together; a node takes 30 bytes."
                    + " Default: what fits into the memory, at most " + DefaultCounts.MAX_NODE_COUNT + ".")
    private @Nullable Integer maxNodeCount;

    @Option(
            names = "--max-trees",
            paramLabel = "COUNT",
            description = "Maximum number of trees. Default: what fits into the memory on 9x9, at most "
                    + DefaultCounts.MAX_TREE_COUNT + ".")
    private @Nullable Integer maxTreeCount;

    @Option(
            names = "--max-analyses",
            paramLabel = "COUNT",
            defaultValue = "2",
            description =
                    "Maximum number of analyses that run at once; one of 12 points takes about 150 MB and its proofs."
                            + " Default: ${DEFAULT-VALUE}.")
    private int maxAnalysisCount;

    @Option(
            names = "--max-waiting-analyses",
            paramLabel = "COUNT",
            defaultValue = "64",
            description = "Maximum length of the queue of analyses. Default: ${DEFAULT-VALUE}.")
    private int maxWaitingAnalysisCount;

    @Option(
            names = "--max-analysis-nodes",
            paramLabel = "COUNT",
            defaultValue = "1000000000",
            description = "Maximum number of states that an analysis searches. Default: ${DEFAULT-VALUE}.")
    private long maxAnalysisNodeCount;

    @Option(
            names = "--max-analysis-seconds",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "Maximum time of an analysis. Default: ${DEFAULT-VALUE}.")
    private long maxAnalysisSeconds;

    @Option(
            names = "--analysis-megabytes",
            paramLabel = "COUNT",
            defaultValue = "64",
            description = "Memory limit of the proofs of one analysis. Default: ${DEFAULT-VALUE}.")
    private int analysisMegabytes;

    @Option(
            names = "--idle-timeout-seconds",
            paramLabel = "SECONDS",
            defaultValue = "3600",
            description =
                    "Maximum idle timeout of a session, and the default: time from the end of its last call until it"
                            + " expires. Default: ${DEFAULT-VALUE}.")
    private int idleTimeoutSeconds;

    @Option(
            names = "--max-request-bytes",
            paramLabel = "BYTES",
            defaultValue = "1048576",
            description = "Maximum size of a request, up to 16 MiB. Default: ${DEFAULT-VALUE}.")
    private int maxRequestBytes;

    @Option(
            names = "--max-connections",
            paramLabel = "COUNT",
            defaultValue = "4096",
            description = "Maximum number of open connections. Default: ${DEFAULT-VALUE}.")
    private int maxConnectionCount;

    @Option(
            names = "--max-connections-per-address",
            paramLabel = "COUNT",
            defaultValue = "1024",
            description = "Maximum number of open connections from one IP address. Default: ${DEFAULT-VALUE}.")
    private int maxConnectionCountPerAddress;

    @Option(
            names = "--max-calls-per-connection",
            paramLabel = "COUNT",
            defaultValue = "256",
            description = "Maximum number of calls and streams in flight on one connection. Default: ${DEFAULT-VALUE}.")
    private int maxCallsPerConnection;

    @Option(
            names = "--max-connection-age-seconds",
            paramLabel = "SECONDS",
            description =
                    "Age at which a connection ends, give or take a tenth: its clients open a new one, and no call"
                            + " fails. Default: none.")
    private @Nullable Integer maxConnectionAgeSeconds;

    @Option(
            names = "--max-connection-age-grace-seconds",
            paramLabel = "SECONDS",
            description = "How long calls and streams of such a connection may last before they are cancelled; needs"
                    + " --max-connection-age-seconds. Default: none.")
    private @Nullable Integer maxConnectionAgeGraceSeconds;

    @Option(
            names = "--slow-reader-seconds",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "How long an answer of a batch, a forest or a self-play may wait for its client to read it."
                    + " Default: ${DEFAULT-VALUE}.")
    private int slowReaderSeconds;

    @Option(
            names = "--drain-seconds",
            paramLabel = "SECONDS",
            defaultValue = "10",
            description =
                    "How long calls in progress may take to finish when the server stops. Default: ${DEFAULT-VALUE}.")
    private int drainSeconds;

    @Option(
            names = "--engine",
            paramLabel = "NAME=COMMAND",
            split = ServerSetting.PAIR_SEPARATOR,
            description =
                    "A GTP engine, which sessions can play against as gtp:NAME; may be repeated." + " Default: none.")
    private Map<String, String> engines = Map.of();

    @Option(
            names = "--engine-dead-stones",
            paramLabel = "NAME=CHOICE",
            split = ServerSetting.PAIR_SEPARATOR,
            description =
                    "How dead stones are scored in games with an engine: as-they-stand, or captured if its command"
                            + " line makes it capture them before it passes. Default: as-they-stand.")
    private Map<String, String> deadStones = Map.of();

    @Option(
            names = "--engine-move-seconds",
            paramLabel = "SECONDS",
            description =
                    "Time limit of an engine for a move, also in a game with a clock. Default: the clock, and 30 in"
                            + " games without one.")
    private @Nullable Integer engineMoveSeconds;

    @Option(
            names = "--engine-start-seconds",
            paramLabel = "SECONDS",
            defaultValue = "10",
            description = "Time limit of an engine to start. Default: ${DEFAULT-VALUE}.")
    private int engineStartSeconds;

    @Option(
            names = "--max-engines-each",
            paramLabel = "COUNT",
            defaultValue = "4",
            description = "Maximum number of processes of one engine. Default: ${DEFAULT-VALUE}.")
    private int maxEngineCountEach;

    @Option(
            names = "--max-engines",
            paramLabel = "COUNT",
            defaultValue = "8",
            description = "Maximum number of processes of all engines. Default: ${DEFAULT-VALUE}.")
    private int maxEngineCount;

    @Option(
            names = "--log-format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "Format of the log on standard error: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Logging.Format logFormat = Logging.Format.TEXT;

    @Option(
            names = "--log-level",
            paramLabel = "LEVEL",
            defaultValue = "info",
            description = "Minimum severity of log lines: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Logging.Level logLevel = Logging.Level.INFO;

    @Option(
            names = "--access-log",
            paramLabel = "FILE",
            description = "Append a JSON object for each call to this file; - for standard output. Default: none.")
    private @Nullable String accessLog;

    @Option(
            names = "--tracing-endpoint",
            paramLabel = "URL",
            description =
                    "Send traces to this collector, by OTLP over HTTP, as in http://localhost:4318. Default: none.")
    private @Nullable String tracingEndpoint;

    @Option(
            names = "--tracing-sample-ratio",
            paramLabel = "RATIO",
            defaultValue = "0.01",
            description = "Share of traces that are recorded, 0 to 1, among the calls without a trace context of their"
                    + " client, which decides for its own. Default: ${DEFAULT-VALUE}.")
    private double tracingSampleRatio;

    /** Returns whether the maximum of sessions is not the default. */
    boolean isMaxSessionCountGiven() {
        return maxSessionCount != null;
    }

    /**
     * Returns the configuration of the server.
     *
     * @throws InvalidValueException if a value is not allowed
     */
    ServerConfig config() {
        ServerConfig defaults = ServerConfig.withDefaults(memoryLimits());
        ServerConfig config = defaults.withSessionLimits(new SessionLimits(
                        given(maxSessionCount, defaults.sessionLimits().maxSessionCount()),
                        Duration.ofSeconds(idleTimeoutSeconds),
                        maxMoveCount))
                .withMaxLaneCount(given(maxLaneCount, defaults.maxLaneCount()))
                .withForestLimits(new ForestLimits(
                        given(maxNodeCount, defaults.forestLimits().maxNodeCount()),
                        given(maxTreeCount, defaults.forestLimits().maxTreeCount())))
                .withMaxRequestBytes(maxRequestBytes)
                .withConnectionLimits(connectionLimits())
                .withDrainLimit(Duration.ofSeconds(drainSeconds))
                .withEngineLimits(new EngineLimits(engineSpecs(), maxEngineCountEach, maxEngineCount))
                .withAnalysisLimits(new AnalysisLimits(
                        maxAnalysisCount,
                        maxWaitingAnalysisCount,
                        maxAnalysisNodeCount,
                        Duration.ofSeconds(maxAnalysisSeconds),
                        analysisMegabytes * BYTES_PER_MEGABYTE))
                .withEnabledServices(new EnabledServices(hasBatches, hasTrees, hasSearches, hasAnalyses));
        config = socket == null ? config.listeningAt(host, port) : config.listeningAt(socket);
        config = accessLog == null ? config : config.withAccessLog(accessLogTarget(accessLog));
        config = tracingEndpoint == null
                ? config
                : config.withTracing(TracingSettings.of(tracingEndpoint, tracingSampleRatio));
        if (httpPort == null) {
            return config;
        }
        Endpoint.Tcp http = new Endpoint.Tcp(httpHost == null ? host : httpHost, httpPort);
        return config.withHttp(new HttpSettings(http, names(httpAllowedHosts)));
    }

    private ConnectionLimits connectionLimits() {
        ConnectionLimits limits = new ConnectionLimits(
                maxConnectionCount,
                maxConnectionCountPerAddress,
                maxCallsPerConnection,
                Duration.ofSeconds(slowReaderSeconds));
        Optional<Duration> grace =
                Optional.ofNullable(maxConnectionAgeGraceSeconds).map(Duration::ofSeconds);
        if (maxConnectionAgeSeconds != null) {
            return limits.withAge(new ConnectionAge(Duration.ofSeconds(maxConnectionAgeSeconds), grace));
        }
        if (grace.isPresent()) {
            throw InvalidValueException.because(
                    "--max-connection-age-grace-seconds needs --max-connection-age-seconds",
                    "max_connection_age_grace_seconds",
                    grace.get().toSeconds(),
                    "given only with max_connection_age_seconds");
        }
        return limits;
    }

    private static AccessLogTarget accessLogTarget(String file) {
        return file.equals(STANDARD_OUTPUT)
                ? new AccessLogTarget.StandardOutput()
                : new AccessLogTarget.File(Path.of(file));
    }

    private static int given(@Nullable Integer value, int otherwise) {
        return value == null ? otherwise : value;
    }

    private static Set<String> names(@Nullable String list) {
        return list == null
                ? Set.of()
                : Stream.of(list.split(",")).map(String::strip).collect(Collectors.toSet());
    }

    private MemoryLimits memoryLimits() {
        InvalidValueException.requireWithin(
                "max_memory_megabytes", maxMemoryMegabytes, 0, Long.MAX_VALUE / BYTES_PER_MEGABYTE);
        InvalidValueException.requireWithin(
                "max_direct_memory_megabytes", maxDirectMemoryMegabytes, 0, Long.MAX_VALUE / BYTES_PER_MEGABYTE);
        Map<MemoryKind, Integer> shares = new EnumMap<>(MemoryKind.class);
        memoryShares.forEach((name, percent) -> shares.put(memoryKind(name), percent));
        return new MemoryLimits(
                maxMemoryMegabytes * BYTES_PER_MEGABYTE, maxDirectMemoryMegabytes * BYTES_PER_MEGABYTE, shares);
    }

    private static MemoryKind memoryKind(String name) {
        return Arrays.stream(MemoryKind.values())
                .filter(kind -> kind.label().equals(name))
                .findFirst()
                .orElseThrow(() -> InvalidValueException.not(
                        "memory_share",
                        "\"" + name + "\"",
                        "one of "
                                + Arrays.stream(MemoryKind.values())
                                        .map(MemoryKind::label)
                                        .toList()));
    }

    private List<EngineSpec> engineSpecs() {
        Duration startTimeout = Duration.ofSeconds(engineStartSeconds);
        Optional<Duration> moveTimeout = Optional.ofNullable(engineMoveSeconds).map(Duration::ofSeconds);
        deadStones.keySet().stream().filter(name -> !engines.containsKey(name)).forEach(name -> {
            throw InvalidValueException.not("engine_dead_stones", "\"" + name + "\"", "one of " + engines.keySet());
        });
        return engines.entrySet().stream()
                .map(entry -> EngineSpec.of(entry.getKey(), entry.getValue()))
                .map(spec -> spec.withDeadStones(
                        deadStones(deadStones.getOrDefault(spec.name(), DeadStones.AS_THEY_STAND.choice()))))
                .map(spec -> spec.withStartTimeout(startTimeout))
                .map(spec -> moveTimeout.map(spec::withMoveTimeout).orElse(spec))
                .toList();
    }

    private static DeadStones deadStones(String text) {
        return Arrays.stream(DeadStones.values())
                .filter(choice -> choice.choice().equals(text))
                .findFirst()
                .orElseThrow(() -> InvalidValueException.not(
                        "engine_dead_stones",
                        "\"" + text + "\"",
                        "one of " + List.of(DeadStones.AS_THEY_STAND, DeadStones.CAPTURED)));
    }

    /** Configures the log. */
    void configureLog() {
        Logging.configure(logFormat, logLevel);
    }
}

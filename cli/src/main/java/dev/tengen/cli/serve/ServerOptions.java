package dev.tengen.cli.serve;

import dev.tengen.cli.output.LogFormat;
import dev.tengen.cli.output.LogLevel;
import dev.tengen.cli.output.Logging;

import dev.tengen.gtp.driver.EngineSpec;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.analysis.AnalysisLimits;
import dev.tengen.server.session.EngineLimits;
import dev.tengen.server.session.SessionLimits;
import dev.tengen.server.tree.ForestLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The settings of a server: each a flag, an environment variable and a key of the configuration file, all three named
 * alike, as {@link ServerSetting} says. The table in {@code docs/operations/server.md} is made from here.
 */
final class ServerOptions {
    private static final long BYTES_PER_MEGABYTE = 1 << 20;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Address to listen at; 0.0.0.0 for all. Default: ${DEFAULT-VALUE}.")
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
            description = "Listen at a Unix domain socket, not at a port; clients dial unix:PATH. Default: none.")
    private @Nullable Path socket;

    @Option(
            names = "--http-port",
            paramLabel = "PORT",
            description =
                    "TCP port of the page, /metrics (for Prometheus) and /health; 0 for any free one. Default: none.")
    private @Nullable Integer httpPort;

    @Option(
            names = "--http-host",
            paramLabel = "ADDRESS",
            description = "Address of the HTTP port. Default: that of --host.")
    private @Nullable String httpHost;

    @Option(
            names = "--max-sessions",
            paramLabel = "COUNT",
            defaultValue = "10000",
            description = "Sessions that may be open at once. Default: ${DEFAULT-VALUE}.")
    private int maxSessionCount;

    @Option(
            names = "--max-lanes",
            paramLabel = "COUNT",
            defaultValue = "65536",
            description = "Lanes of batches that may be open at once. Default: ${DEFAULT-VALUE}.")
    private int maxLaneCount;

    @Option(
            names = "--max-nodes",
            paramLabel = "COUNT",
            defaultValue = "10000000",
            description =
                    "Nodes of trees that streams may keep places for at once; one takes 30 bytes once it is there."
                            + " Default: ${DEFAULT-VALUE}.")
    private int maxNodeCount;

    @Option(
            names = "--max-trees",
            paramLabel = "COUNT",
            defaultValue = "10000",
            description = "Trees that there may be at once. Default: ${DEFAULT-VALUE}.")
    private int maxTreeCount;

    @Option(
            names = "--max-analyses",
            paramLabel = "COUNT",
            defaultValue = "2",
            description = "Analyses that are worked on at once; on 12 points one takes some 150 MB and its proofs."
                    + " Default: ${DEFAULT-VALUE}.")
    private int maxAnalysisCount;

    @Option(
            names = "--max-waiting-analyses",
            paramLabel = "COUNT",
            defaultValue = "64",
            description = "Analyses that may wait for their turn. Default: ${DEFAULT-VALUE}.")
    private int maxWaitingAnalysisCount;

    @Option(
            names = "--max-analysis-nodes",
            paramLabel = "COUNT",
            defaultValue = "1000000000",
            description = "States that an analysis may search. Default: ${DEFAULT-VALUE}.")
    private long maxAnalysisNodeCount;

    @Option(
            names = "--max-analysis-seconds",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "Time that an analysis may search. Default: ${DEFAULT-VALUE}.")
    private long maxAnalysisSeconds;

    @Option(
            names = "--analysis-megabytes",
            paramLabel = "COUNT",
            defaultValue = "64",
            description = "Memory that the proofs of one analysis may take. Default: ${DEFAULT-VALUE}.")
    private int analysisMegabytes;

    @Option(
            names = "--idle-timeout-seconds",
            paramLabel = "SECONDS",
            defaultValue = "3600",
            description = "Time without a call after which a session expires. Default: ${DEFAULT-VALUE}.")
    private int idleTimeoutSeconds;

    @Option(
            names = "--max-request-bytes",
            paramLabel = "BYTES",
            defaultValue = "1048576",
            description = "Longest request, up to 16 MiB. Default: ${DEFAULT-VALUE}.")
    private int maxRequestBytes;

    @Option(
            names = "--drain-seconds",
            paramLabel = "SECONDS",
            defaultValue = "10",
            description =
                    "How long calls under way may go on when the server is told to stop. Default: ${DEFAULT-VALUE}.")
    private int drainSeconds;

    @Option(
            names = "--engine",
            paramLabel = "NAME=COMMAND",
            split = EngineSettings.SEPARATOR,
            description = "A program that speaks GTP, which sessions may play as gtp:NAME; may be given several times."
                    + " Default: none.")
    private Map<String, String> engines = Map.of();

    @Option(
            names = "--engine-dead-stones",
            paramLabel = "NAME=CHOICE",
            split = EngineSettings.SEPARATOR,
            description = "What becomes of dead stones in games with an engine: as-they-stand, or captured where its"
                    + " command makes it capture them before it passes. Default: as-they-stand.")
    private Map<String, String> deadStones = Map.of();

    @Option(
            names = "--engine-move-seconds",
            paramLabel = "SECONDS",
            defaultValue = "30",
            description = "Time that an engine may take for a move. Default: ${DEFAULT-VALUE}.")
    private int engineMoveSeconds;

    @Option(
            names = "--engine-start-seconds",
            paramLabel = "SECONDS",
            defaultValue = "10",
            description = "Time that an engine may take to start. Default: ${DEFAULT-VALUE}.")
    private int engineStartSeconds;

    @Option(
            names = "--max-engines-each",
            paramLabel = "COUNT",
            defaultValue = "4",
            description = "Processes of one engine that may run at once. Default: ${DEFAULT-VALUE}.")
    private int maxEngineCountEach;

    @Option(
            names = "--max-engines",
            paramLabel = "COUNT",
            defaultValue = "8",
            description = "Processes of all engines that may run at once. Default: ${DEFAULT-VALUE}.")
    private int maxEngineCount;

    @Option(
            names = "--log-format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "Lines of the log, on standard error: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private LogFormat logFormat = LogFormat.TEXT;

    @Option(
            names = "--log-level",
            paramLabel = "LEVEL",
            defaultValue = "info",
            description = "Least important lines to log: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private LogLevel logLevel = LogLevel.INFO;

    /** Returns how the server is to run. */
    ServerConfig config() {
        ServerConfig config = ServerConfig.DEFAULT
                .withSessionLimits(new SessionLimits(maxSessionCount, Duration.ofSeconds(idleTimeoutSeconds)))
                .withMaxLaneCount(maxLaneCount)
                .withForestLimits(new ForestLimits(maxNodeCount, maxTreeCount))
                .withMaxRequestBytes(maxRequestBytes)
                .withDrainLimit(Duration.ofSeconds(drainSeconds))
                .withEngineLimits(new EngineLimits(engineSpecs(), maxEngineCountEach, maxEngineCount))
                .withAnalysisLimits(new AnalysisLimits(
                        maxAnalysisCount,
                        maxWaitingAnalysisCount,
                        maxAnalysisNodeCount,
                        Duration.ofSeconds(maxAnalysisSeconds),
                        analysisMegabytes * BYTES_PER_MEGABYTE));
        config = socket == null ? config.listeningAt(host, port) : config.listeningAt(socket);
        return httpPort == null ? config : config.withHttp(httpHost == null ? host : httpHost, httpPort);
    }

    private List<EngineSpec> engineSpecs() {
        Duration startTimeout = Duration.ofSeconds(engineStartSeconds);
        Duration moveTimeout = Duration.ofSeconds(engineMoveSeconds);
        return EngineSettings.specs(engines, deadStones).stream()
                .map(spec -> spec.withStartTimeout(startTimeout).withMoveTimeout(moveTimeout))
                .toList();
    }

    /** Makes the log look as the settings say. */
    void applyToLog() {
        Logging.configure(logFormat, logLevel);
    }
}

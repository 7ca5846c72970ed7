package dev.tengen.cli.serve;

import dev.tengen.arena.host.AgentSettings;
import dev.tengen.arena.host.ArenaSettings;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The settings of a server's arena, with names like those of {@link ServerOptions}. */
final class ArenaOptions {
    @Option(
            names = "--arena",
            paramLabel = "URL",
            description = "Enable the arena, with this store of tournaments: an SQLite file, or"
                    + " postgres://USER:PASSWORD@HOST:PORT/DATABASE. Default: none.")
    private @Nullable String url;

    @Option(
            names = "--arena-reconnect-seconds",
            paramLabel = "SECONDS",
            defaultValue = "30",
            description = "Time that a disconnected agent has to reconnect before it loses its games."
                    + " Default: ${DEFAULT-VALUE}.")
    private int reconnectSeconds;

    @Option(
            names = "--max-agents",
            paramLabel = "COUNT",
            defaultValue = "100",
            description = "Maximum number of connected agents. Default: ${DEFAULT-VALUE}.")
    private int maxAgentCount;

    @Option(
            names = "--max-tournaments",
            paramLabel = "COUNT",
            defaultValue = "32",
            description = "Maximum number of running tournaments. Default: ${DEFAULT-VALUE}.")
    private int maxTournamentCount;

    @Option(
            names = "--max-arena-games",
            paramLabel = "COUNT",
            defaultValue = "2048",
            description =
                    "Maximum number of games that all tournaments together play at once. Default: ${DEFAULT-VALUE}.")
    private int maxGameCount;

    /** Returns the settings of the arena; empty if it is disabled. */
    Optional<ArenaSettings> settings() {
        AgentSettings agents = new AgentSettings(maxAgentCount, Duration.ofSeconds(reconnectSeconds));
        return Optional.ofNullable(url)
                .map(place -> new ArenaSettings(place, agents, maxTournamentCount, maxGameCount));
    }
}

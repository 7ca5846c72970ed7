package dev.tengen.cli.serve;

import dev.tengen.arena.host.AgentSettings;
import dev.tengen.arena.host.ArenaSettings;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The settings of a server's arena, named as {@link ServerOptions} are. */
final class ArenaOptions {
    @Option(
            names = "--arena",
            paramLabel = "URL",
            description = "Hold tournaments, and keep them here: in a file of SQLite, or at"
                    + " postgres://USER:PASSWORD@HOST:PORT/DATABASE. Default: none.")
    private @Nullable String url;

    @Option(
            names = "--arena-reconnect-seconds",
            paramLabel = "SECONDS",
            defaultValue = "30",
            description = "How long an agent that has lost its connection is waited for before it loses its games."
                    + " Default: ${DEFAULT-VALUE}.")
    private int reconnectSeconds;

    @Option(
            names = "--max-agents",
            paramLabel = "COUNT",
            defaultValue = "100",
            description = "Agents that may be in the arena at once. Default: ${DEFAULT-VALUE}.")
    private int maxAgentCount;

    @Option(
            names = "--max-tournaments",
            paramLabel = "COUNT",
            defaultValue = "32",
            description = "Tournaments that may run at once. Default: ${DEFAULT-VALUE}.")
    private int maxTournamentCount;

    @Option(
            names = "--max-arena-games",
            paramLabel = "COUNT",
            defaultValue = "2048",
            description = "Games that the tournaments which run may play at once. Default: ${DEFAULT-VALUE}.")
    private int maxGameCount;

    /** Returns how the arena is to be; nothing where there is to be none. */
    Optional<ArenaSettings> settings() {
        AgentSettings agents = new AgentSettings(maxAgentCount, Duration.ofSeconds(reconnectSeconds));
        return Optional.ofNullable(url)
                .map(place -> new ArenaSettings(place, agents, maxTournamentCount, maxGameCount));
    }
}

package dev.tengen.cli.serve;

import dev.tengen.arena.host.AgentSettings;
import dev.tengen.arena.host.ArenaSettings;
import dev.tengen.arena.settings.FormatSettings;
import dev.tengen.arena.settings.TournamentFile;
import dev.tengen.base.InvalidValueException;
import java.io.IOException;
import java.nio.file.Path;
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
            names = "--ladder",
            paramLabel = "FILE",
            description =
                    "Run a ladder for all agents that join, as this YAML file says; needs --arena. Default: none.")
    private @Nullable Path ladder;

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

    /**
     * Returns the file of the ladder; empty if there is none.
     *
     * @throws InvalidValueException if it is not the file of a ladder, or the arena is disabled
     * @throws IOException if it cannot be read
     */
    Optional<TournamentFile> ladder() throws IOException {
        if (ladder == null) {
            return Optional.empty();
        }
        if (url == null) {
            throw InvalidValueException.because("--ladder needs --arena", "ladder", ladder, "given only with arena");
        }
        TournamentFile file = TournamentFile.read(ladder);
        if (!(file.settings().format() instanceof FormatSettings.Ladder)) {
            throw InvalidValueException.because(
                    ladder + " is not the file of a ladder: its format is not ladder",
                    "ladder",
                    ladder,
                    "format: {ladder: {}}");
        }
        return Optional.of(file);
    }

    /** Returns the settings of the arena; empty if it is disabled. */
    Optional<ArenaSettings> settings() {
        AgentSettings agents = new AgentSettings(maxAgentCount, Duration.ofSeconds(reconnectSeconds));
        return Optional.ofNullable(url)
                .map(place -> new ArenaSettings(place, agents, maxTournamentCount, maxGameCount));
    }
}

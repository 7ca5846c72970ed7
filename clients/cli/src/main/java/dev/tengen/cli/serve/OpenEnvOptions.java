package dev.tengen.cli.serve;

import dev.tengen.gateway.GatewaySettings;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The settings of a server's gateway for language models, with names like those of {@link ServerOptions}. */
final class OpenEnvOptions {
    @Option(
            names = "--openenv",
            description = "Serve games for language models at the HTTP port, by the protocol of OpenEnv. Default: off.")
    private boolean isEnabled;

    @Option(
            names = "--openenv-sockets",
            paramLabel = "COUNT",
            defaultValue = "768",
            description = "Maximum number of WebSockets of OpenEnv that are open at the same time, up to 960."
                    + " Default: ${DEFAULT-VALUE}.")
    private int maxSocketCount;

    /** Returns the settings of the gateway; empty if it is disabled. */
    Optional<GatewaySettings> settings() {
        return isEnabled ? Optional.of(new GatewaySettings(maxSocketCount)) : Optional.empty();
    }
}

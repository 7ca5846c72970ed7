package dev.tengen.cli.serve;

import dev.tengen.web.PageSettings;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The settings of a server's web page, with names like those of {@link ServerOptions}. */
final class PageOptions {
    @Option(
            names = "--page-token",
            paramLabel = "TOKEN",
            description =
                    "Token to log in with at the web page of a server without authentication, to play there: 16 to 256"
                            + " visible ASCII characters. Set it in the environment; other users can see command lines. Without"
                            + " a token, only browsers on this machine may play. Default: none.")
    private @Nullable String token;

    @Option(
            names = "--page-listeners",
            paramLabel = "COUNT",
            defaultValue = "64",
            description = "Maximum number of browsers with live updates. Default: ${DEFAULT-VALUE}.")
    private int maxListenerCount;

    /** Returns the settings of the page. */
    PageSettings settings() {
        return new PageSettings(Optional.ofNullable(token), maxListenerCount);
    }
}

package dev.tengen.cli.serve;

import dev.tengen.web.PageSettings;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The settings of a server's page, named as {@link ServerOptions} are. */
final class PageOptions {
    @Option(
            names = "--page-token",
            paramLabel = "TOKEN",
            description = "What a browser must send to play at the page of the HTTP port: 16 to 256 visible ASCII"
                    + " characters; better given in the environment than here, where others see it. Without one only"
                    + " browsers on this machine may play. Default: none.")
    private @Nullable String token;

    @Option(
            names = "--page-listeners",
            paramLabel = "COUNT",
            defaultValue = "64",
            description = "Browsers that the page keeps up to date at once. Default: ${DEFAULT-VALUE}.")
    private int maxListenerCount;

    /** Returns how the page is to be. */
    PageSettings settings() {
        return new PageSettings(Optional.ofNullable(token), maxListenerCount);
    }
}

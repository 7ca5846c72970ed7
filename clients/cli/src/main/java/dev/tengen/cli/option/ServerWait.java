package dev.tengen.cli.option;

import dev.tengen.base.InvalidValueException;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The option {@code --wait}: how long a command waits for a server that starts. */
public final class ServerWait {
    private static final int MAX_SECONDS = 86_400;

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            defaultValue = "0",
            description =
                    "How long to wait for a server that starts, 0 to 86,400. Default: ${DEFAULT-VALUE}: where nothing"
                            + " listens on this machine, the command fails at once.")
    private int seconds;

    /**
     * Returns the time to wait; zero if the command does not wait.
     *
     * @throws InvalidValueException if it is out of range
     */
    public Duration time() {
        InvalidValueException.requireWithin("--wait", seconds, 0, MAX_SECONDS);
        return Duration.ofSeconds(seconds);
    }
}

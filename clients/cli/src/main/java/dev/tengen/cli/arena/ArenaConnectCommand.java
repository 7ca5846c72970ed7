package dev.tengen.cli.arena;

import dev.tengen.base.InvalidValueException;
import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.option.EnvironmentVariables;
import dev.tengen.cli.option.ServerConnection;
import dev.tengen.cli.option.ServerWait;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.client.ConnectionSecurity;
import dev.tengen.client.TengenClient;
import dev.tengen.client.arena.AgentSpec;
import dev.tengen.client.arena.ArenaAgent;
import dev.tengen.gtp.driver.EngineException;
import dev.tengen.gtp.driver.EngineSpec;
import dev.tengen.gtp.driver.GtpEngine;
import dev.tengen.server.ServerConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tengen arena connect}: brings a GTP engine of this machine to the arena of a server. */
@Command(
        name = "connect",
        description = "Let a GTP engine of this machine play in the arena of a server, on any machine.",
        sortOptions = false,
        footer = {
            "",
            "Example:",
            "",
            "  tengen arena connect --name gnu --engine \"gnugo --mode gtp\" --address arena.example.org:9019",
            "",
            "The engine plays the games of the tournaments that have a player of this name and of the kind",
            "\"agent\", one at a time. A lost connection is awaited, and the games continue. Ctrl-C once: it",
            "finishes its game and takes no further one. Ctrl-C again: it leaves at once. It also leaves when",
            "the tournament of tengen arena run or tengen arena worker is over.",
            "",
            "Exit codes: 0 the engine has left; 1 it cannot be started, or the server refused it; 2 an option",
            "is wrong."
        })
final class ArenaConnectCommand extends BaseCommand {
    private static final int MAX_NAME_WAIT_SECONDS = 86_400;

    @Option(
            names = "--name",
            required = true,
            paramLabel = "NAME",
            description = "Name of the engine in tournaments: 1 to 40 letters, digits, \".\", \"_\" and \"-\".")
    private String name = "";

    @Option(
            names = "--engine",
            required = true,
            paramLabel = "COMMAND",
            description = "Its command line, as in \"gnugo --mode gtp\". No shell reads it.")
    private String command = "";

    @Option(
            names = "--address",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1:" + ServerConfig.DEFAULT_PORT,
            description =
                    "The server, at HOST:PORT or unix:PATH. TENGEN_TOKEN, TENGEN_CA and TENGEN_TLS are for a secure one."
                            + " Default: ${DEFAULT-VALUE}.")
    private String address = "";

    @Option(
            names = "--key-file",
            paramLabel = "FILE",
            description = "File that keeps the key of the agent, with which a restarted one resumes its game at once.")
    private @Nullable Path keyFile;

    @Mixin
    private final ServerWait wait = new ServerWait();

    @Option(
            names = "--name-wait",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "How long to wait while another agent has the name, or had it and may return, 0 to 86,400."
                    + " Default: ${DEFAULT-VALUE}.")
    private int nameWaitSeconds;

    @Option(
            names = "--move-seconds",
            paramLabel = "SECONDS",
            description = "Time limit for a move, in addition to the clock. Default: the clock, and 30 in games without"
                    + " one.")
    private @Nullable Integer moveSeconds;

    @Option(
            names = "--start-seconds",
            paramLabel = "SECONDS",
            defaultValue = "10",
            description = "Time limit for the start of the engine. Default: ${DEFAULT-VALUE}.")
    private int startSeconds;

    @Option(
            names = "--description",
            paramLabel = "TEXT",
            defaultValue = "",
            description = "A description for people, at most 200 characters.")
    private String description = "";

    @Option(
            names = "--agent-version",
            paramLabel = "VERSION",
            defaultValue = "",
            description =
                    "Version of the agent, at most 32 characters. On a ladder, each version is a player of its own.")
    private String version = "";

    @Option(
            names = "--link",
            paramLabel = "URL",
            defaultValue = "",
            description = "An http or https address with more about the agent, which a ladder shows.")
    private String link = "";

    @Override
    public Integer call() {
        InvalidValueException.requireWithin("--name-wait", nameWaitSeconds, 0, MAX_NAME_WAIT_SECONDS);
        Duration waitTime = wait.time();
        EngineSpec started = EngineSpec.of(name, command).withStartTimeout(Duration.ofSeconds(startSeconds));
        EngineSpec spec = moveSeconds == null ? started : started.withMoveTimeout(Duration.ofSeconds(moveSeconds));
        try {
            GtpEngine.start(spec).close(); // An engine that cannot start should not keep a tournament waiting.
        } catch (EngineException e) {
            printMessage("tengen: " + e.getMessage());
            return ExitCode.FAILED;
        }
        try (TengenClient client = ServerConnection.connect(
                        address, ConnectionSecurity.fromEnvironment(EnvironmentVariables.ofProcess()));
                EngineAgent engine = new EngineAgent(spec, this::printMessage)) {
            printMessage(name + " joins the arena at " + address + ".");
            if (!waitTime.isZero()) {
                client.awaitReady(waitTime);
            }
            ArenaAgent agent = client.playInArena(agentSpec(), engine);
            AtomicBoolean isLeaving = leaveOnInterrupt(agent);
            printMessage(name + " has joined and waits for games. To leave after the present game: Ctrl-C.");
            agent.awaitEnd();
            printMessage(name + " has left" + (isLeaving.get() ? "." : ": the tournament is over."));
        }
        return ExitCode.OK;
    }

    private AgentSpec agentSpec() {
        AgentSpec spec = AgentSpec.of(name)
                .withDescription(description)
                .withVersion(version)
                .withLink(link)
                .withNameWait(Duration.ofSeconds(nameWaitSeconds));
        return keyFile == null ? spec : spec.withKeyFile(keyFile);
    }

    /** Makes the first Ctrl-C leave in order, and the second one at once. Returns whether there was one. */
    private static AtomicBoolean leaveOnInterrupt(ArenaAgent agent) {
        AtomicBoolean isLeaving = new AtomicBoolean();
        Signals.register("INT", () -> {
            if (isLeaving.getAndSet(true)) {
                agent.close();
            } else {
                agent.leave();
            }
        });
        return isLeaving;
    }
}

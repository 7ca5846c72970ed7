package dev.tengen.cli;

import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import dev.tengen.server.Version;
import dev.tengen.server.session.SessionLimits;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs a server until it is told to stop. */
@Command(
        name = "serve",
        description = "Run a server until it is stopped by Ctrl-C or SIGTERM.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "When it is ready, one line on standard output says where it listens. Calls under way are",
            "finished before it stops. Only this machine can reach it unless --host says otherwise;",
            "there is no authentication yet, so open it only to a network that you trust."
        })
final class ServeCommand implements Callable<Integer> {
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
            names = "--max-sessions",
            paramLabel = "COUNT",
            defaultValue = "10000",
            description = "Sessions that may be open at once. Default: ${DEFAULT-VALUE}.")
    private int maxSessionCount;

    @Option(
            names = "--idle-timeout-seconds",
            paramLabel = "SECONDS",
            defaultValue = "3600",
            description = "Time without a call after which a session expires. Default: ${DEFAULT-VALUE}.")
    private int idleTimeoutSeconds;

    @Option(names = "--json", description = "Say that the server is ready as a JSON object.")
    private boolean isJson;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        ServerConfig config = ServerConfig.DEFAULT
                .listeningAt(host, port)
                .withSessionLimits(new SessionLimits(maxSessionCount, Duration.ofSeconds(idleTimeoutSeconds)));
        try (TengenServer server = start(config)) {
            Runtime.getRuntime().addShutdownHook(new Thread(server::close, "shutdown"));
            announce(host + ":" + server.port());
            server.awaitTermination();
        }
        return ExitCode.OK;
    }

    private static TengenServer start(ServerConfig config) throws IOException {
        try {
            return TengenServer.start(config);
        } catch (IOException e) {
            String place = config.host() + ":" + config.port();
            String cause = e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
            throw new IOException("cannot listen at " + place + " (" + cause + "); try another --port", e);
        }
    }

    private void announce(String address) {
        PrintWriter out = spec.commandLine().getOut();
        if (isJson) {
            JsonLines.print(
                    out,
                    JsonLines.object()
                            .put("event", "ready")
                            .put("address", address)
                            .put("version", Version.current()));
        } else {
            out.println("Tengen " + Version.current() + " serves at " + address + " (Ctrl-C stops it)");
            out.flush();
        }
    }
}

package dev.tengen.cli.serve;

import dev.tengen.cli.output.ExitCode;
import dev.tengen.cli.output.JsonOutput;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.arena.host.Arena;
import dev.tengen.arena.service.ArenaModule;
import dev.tengen.server.Endpoint;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.ServerPart;
import dev.tengen.server.TengenServer;
import dev.tengen.server.Version;
import dev.tengen.web.PageModule;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
            "there is no authentication yet, so open it only to a network that you trust.",
            "",
            "A setting that no flag gives comes from the environment, as in TENGEN_SERVE_MAX_SESSIONS=100,",
            "or from the file of --config, which is TOML, as in: max_sessions = 100"
        })
final class ServeCommand implements Callable<Integer> {
    @Mixin
    private ServerOptions settings = new ServerOptions();

    @Mixin
    private ArenaOptions arena = new ArenaOptions();

    @Mixin
    private PageOptions page = new PageOptions();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Read settings from this TOML file. TENGEN_SERVE_CONFIG names it, too.")
    @SuppressWarnings("UnusedVariable") // SettingsProvider asks picocli for it, while the settings are still being made.
    private @Nullable Path config;

    @Option(names = "--settings", description = "Print all settings with their names as a table, and stop.")
    private boolean isTableAsked;

    @Option(names = "--json", description = "Say that the server is ready as a JSON object.")
    private boolean isJson;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        if (isTableAsked) {
            spec.commandLine().getOut().print(SettingsTable.of(spec));
            spec.commandLine().getOut().flush();
            return ExitCode.OK;
        }
        if (spec.defaultValueProvider() instanceof SettingsProvider sources) {
            sources.requireGood();
        }
        settings.applyToLog();
        try (TengenServer server = start(settings.config(), parts())) {
            Runtime.getRuntime().addShutdownHook(new Thread(server::close, "shutdown"));
            announce(server);
            server.awaitTermination();
        }
        return ExitCode.OK;
    }

    /** Returns what is added to the server: the arena, then the page, which shows it. */
    private List<ServerPart.Maker> parts() {
        List<ServerPart.Maker> parts = new ArrayList<>();
        AtomicReference<@Nullable Arena> opened = new AtomicReference<>();
        arena.settings()
                .ifPresent(chosen -> parts.add(context -> {
                    ArenaModule part = ArenaModule.open(chosen, context);
                    opened.set(part.arena());
                    return part;
                }));
        parts.add(PageModule.maker(page.settings(), () -> Optional.ofNullable(opened.get())));
        return parts;
    }

    private static TengenServer start(ServerConfig config, List<ServerPart.Maker> parts) throws IOException {
        try {
            return TengenServer.start(config, List.of(), parts);
        } catch (IOException e) {
            throw new IOException(e.getMessage() + "; name another place with --port, --socket or --http-port", e);
        }
    }

    private void announce(TengenServer server) {
        PrintWriter out = spec.commandLine().getOut();
        if (isJson) {
            ObjectNode ready = JsonOutput.object()
                    .put("event", "ready")
                    .put("address", server.endpoint().toString())
                    .put("version", Version.current());
            server.httpEndpoint().map(Endpoint::toString).ifPresent(http -> ready.put("http_address", http));
            JsonOutput.print(out, ready);
        } else {
            out.println("Tengen " + Version.current() + " serves at " + server.endpoint() + " (Ctrl-C stops it)");
            out.flush();
        }
    }
}

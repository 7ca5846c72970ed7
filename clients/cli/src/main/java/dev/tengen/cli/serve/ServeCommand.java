package dev.tengen.cli.serve;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tengen.arena.host.Arena;
import dev.tengen.arena.service.ArenaModule;
import dev.tengen.arena.settings.TournamentFile;
import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.option.SecurityOptions;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.gateway.GatewayModule;
import dev.tengen.gtp.driver.EngineSpec;
import dev.tengen.server.Endpoint;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.ServerModule;
import dev.tengen.server.TengenServer;
import dev.tengen.server.Version;
import dev.tengen.server.session.EngineLimits;
import dev.tengen.web.PageModule;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;

/** {@code tengen serve}: runs a server. */
@Command(
        name = "serve",
        description = "Run a server until it is stopped by Ctrl-C or SIGTERM.",
        sortOptions = false,
        footer = {
            "",
            "When the server is ready it prints one line with its address, and with --http-port another one",
            "with the address of the web page. Before it stops, it finishes the calls in progress. By default",
            "only this machine can reach it; see --host. On other addresses it needs TLS and authentication:",
            "see --tls-certificate, --tokens and docs/operations/security.md.",
            "",
            "Each setting can also be set in the environment, as in TENGEN_SERVE_MAX_SESSIONS=100, or in the",
            "TOML file of --config, as in: max_sessions = 100. Flags override the environment, which",
            "overrides the file."
        })
public final class ServeCommand extends BaseCommand {
    @Mixin
    private ServerOptions settings = new ServerOptions();

    @Mixin
    private SecurityOptions security = new SecurityOptions();

    @Mixin
    private StoreOptions store = new StoreOptions();

    @Mixin
    private ArenaOptions arena = new ArenaOptions();

    @Mixin
    private PageOptions page = new PageOptions();

    @Mixin
    private OpenEnvOptions openEnv = new OpenEnvOptions();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Read settings from this TOML file. TENGEN_SERVE_CONFIG sets it, too.")
    @SuppressWarnings(
            "UnusedVariable") // SettingsProvider reads it through picocli, while other options are still being parsed.
    private @Nullable Path config;

    @Option(names = "--settings", description = "Print all settings as a Markdown table, and exit.")
    private boolean isTableAsked;

    @Option(names = "--json", description = "Print one line with the addresses as a JSON object.")
    private boolean isJson;

    /** Shows the options in groups, in the help of {@code command}, which is this one. */
    public static void showGroups(CommandLine command) {
        command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, OptionGroup::render);
    }

    @Override
    public Integer call() throws Exception {
        if (isTableAsked) {
            out().print(SettingsTable.of(spec()));
            out().flush();
            return ExitCode.OK;
        }
        if (spec().defaultValueProvider() instanceof SettingsProvider provider) {
            provider.requireValid();
        }
        settings.configureLog();
        Optional<TournamentFile> ladder = arena.ladder();
        try (SecurityOptions.Secured secured = security.apply(withEngines(stored(), ladder));
                TengenServer server = start(secured.config(), modules(ladder))) {
            Runtime.getRuntime().addShutdownHook(new Thread(server::close, "shutdown"));
            announce(server, secured.config());
            server.awaitTermination();
        }
        return ExitCode.OK;
    }

    /** Returns the settings with the store. */
    private ServerConfig stored() {
        return store.apply(settings.config(), settings.isMaxSessionCountGiven());
    }

    /**
     * Adds the engines of the ladder's file to those of the settings.
     *
     * @throws InvalidValueException if one of them has no program that can be started
     */
    private static ServerConfig withEngines(ServerConfig config, Optional<TournamentFile> ladder) {
        EngineLimits limits = config.engineLimits();
        List<EngineSpec> engines = new ArrayList<>(limits.engines());
        ladder.ifPresent(file -> engines.addAll(file.engines()));
        engines.forEach(EngineSpec::requireProgram);
        return config.withEngineLimits(new EngineLimits(engines, limits.maxCountEach(), limits.maxCount()));
    }

    /**
     * Returns the modules of the server: the arena, if it is enabled, the web page, which shows it, and the gateway, if
     * it is enabled.
     */
    private List<ServerModule.Factory> modules(Optional<TournamentFile> ladder) {
        List<ServerModule.Factory> modules = new ArrayList<>();
        AtomicReference<@Nullable Arena> opened = new AtomicReference<>();
        arena.settings()
                .map(chosen ->
                        ladder.map(file -> chosen.withLadder(file.settings())).orElse(chosen))
                .ifPresent(chosen -> modules.add(context -> {
                    ArenaModule module = ArenaModule.open(chosen, context);
                    opened.set(module.arena());
                    return module;
                }));
        modules.add(PageModule.factory(page.settings(), () -> Optional.ofNullable(opened.get())));
        openEnv.settings().ifPresent(chosen -> modules.add(GatewayModule.factory(chosen)));
        return modules;
    }

    private static TengenServer start(ServerConfig config, List<ServerModule.Factory> modules) throws IOException {
        try {
            return TengenServer.start(config, List.of(), modules);
        } catch (IOException e) {
            throw new IOException(e.getMessage() + "; choose another address with --port, --socket or --http-port", e);
        }
    }

    private void announce(TengenServer server, ServerConfig config) {
        PrintWriter out = out();
        if (isJson) {
            printJson(new ReadyJson(
                    "ready",
                    server.endpoint().toString(),
                    Version.current(),
                    server.httpEndpoint().map(Endpoint::toString).orElse(null)));
        } else {
            out.println("Tengen " + Version.current() + " serves at " + server.endpoint() + " (Ctrl-C stops it)");
            server.httpEndpoint().ifPresent(http -> out.println("The page is at " + PageAddress.of(config, http)));
        }
    }

    /** The object that {@code --json} prints when the server is ready. */
    private record ReadyJson(
            String event,
            String address,
            String version,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String httpAddress) {}
}

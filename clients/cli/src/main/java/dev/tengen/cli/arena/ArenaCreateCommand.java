package dev.tengen.cli.arena;

import dev.tengen.arena.settings.SpecConverter;
import dev.tengen.arena.settings.TournamentFile;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.option.EnvironmentVariables;
import dev.tengen.cli.option.ServerConnection;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.client.ConnectionSecurity;
import dev.tengen.client.TengenClient;
import dev.tengen.client.arena.TournamentSpec;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tengen arena create}: stores the tournament of a file, or creates it on a server. */
@Command(
        name = "create",
        description =
                "Create the tournament of a YAML file: in a store for workers to play, or on a server, which plays"
                        + " it.",
        sortOptions = false,
        footer = {
            "",
            "tengen arena run --help describes the file. Repeating the command does nothing; a file that has",
            "changed is refused. After --store, start any number of workers: tengen arena worker --store STORE.",
            "A server starts the tournament at once. It runs the engines that it was started with, not the",
            "commands of the file."
        })
final class ArenaCreateCommand extends BaseCommand {
    @Parameters(paramLabel = "FILE.yaml", description = "The settings of the tournament.")
    private Path file = Path.of("");

    @ArgGroup(multiplicity = "1")
    @SuppressWarnings("NullAway.Init")
    private Place place;

    /** Where the tournament is created. */
    private static final class Place {
        @Option(
                names = "--store",
                paramLabel = "STORE",
                description = "The URL of a PostgreSQL database, or an SQLite file for the processes of one machine.")
        private @Nullable String store;

        @Option(
                names = "--address",
                paramLabel = "ADDRESS",
                description =
                        "A server with an arena, at HOST:PORT or unix:PATH. TENGEN_TOKEN, TENGEN_CA and TENGEN_TLS are"
                                + " for a secure one.")
        private @Nullable String address;
    }

    @Override
    public Integer call() throws IOException {
        TournamentFile tournament = ArenaRunCommand.read(file);
        if (place.address == null) {
            store(tournament, String.valueOf(place.store));
        } else {
            create(tournament.settings(), place.address);
        }
        return ExitCode.OK;
    }

    private void store(TournamentFile tournament, String store) {
        try (ArenaStore open = ArenaStore.open(store)) {
            StoredTournamentRun.create(tournament, open, false);
        }
        out().println(tournament.settings().name() + ": stored; play it with tengen arena worker --store STORE");
    }

    private void create(TournamentSettings settings, String address) {
        TournamentSpec spec =
                TournamentSpec.fromBytes(SpecConverter.toProto(settings).toByteArray());
        ConnectionSecurity security = ConnectionSecurity.fromEnvironment(EnvironmentVariables.ofProcess());
        try (TengenClient client = ServerConnection.connect(address, security)) {
            client.arena().create(spec);
        }
        out().println(settings.name() + ": created; the server at " + address + " plays it");
    }
}

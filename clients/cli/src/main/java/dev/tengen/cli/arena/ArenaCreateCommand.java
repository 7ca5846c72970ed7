package dev.tengen.cli.arena;

import dev.tengen.arena.settings.TournamentFile;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.output.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tengen arena create}: stores the tournament of a file without playing it. */
@Command(
        name = "create",
        description = "Store the tournament of a YAML file without playing it, for workers to play.",
        sortOptions = false,
        footer = {
            "",
            "tengen arena run --help describes the file. Repeating the command does nothing; a file that has",
            "changed is refused. Then start any number of workers: tengen arena worker --store STORE"
        })
final class ArenaCreateCommand extends BaseCommand {
    @Parameters(paramLabel = "FILE.yaml", description = "The settings of the tournament.")
    private Path file = Path.of("");

    @Option(
            names = "--store",
            paramLabel = "STORE",
            required = true,
            description = "The URL of a PostgreSQL database, or an SQLite file for the processes of one machine.")
    private String store = "";

    @Override
    public Integer call() throws IOException {
        TournamentFile tournament = ArenaRunCommand.read(file);
        try (ArenaStore open = ArenaStore.open(store)) {
            StoredTournamentRun.create(tournament, open, false);
        }
        out().println(tournament.settings().name() + ": stored; play it with tengen arena worker --store STORE");
        return ExitCode.OK;
    }
}

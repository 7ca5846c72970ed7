package dev.tengen.cli.arena;

import dev.tengen.arena.report.ReportFiles;
import dev.tengen.arena.report.TournamentRecord;
import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.output.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tengen arena export}: writes a tournament as files. */
@Command(
        name = "export",
        description = "Write a tournament as files: report.html, games.zip (SGF), games.pgn (headers), tournament.json,"
                + " games.csv, standings.csv.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class ArenaExportCommand extends BaseCommand {
    @Mixin
    private StoredTournamentParameters tournament = new StoredTournamentParameters();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            required = true,
            description = "The folder to write to. Existing files are replaced.")
    private Path folder = Path.of("");

    @Override
    public Integer call() throws IOException {
        TournamentRecord record = tournament.read();
        ReportFiles.write(record, folder);
        PrintWriter out = out();
        out.println(record.tournament().name() + ": " + record.games().size() + " games written to " + folder);
        out.flush();
        return ExitCode.OK;
    }
}

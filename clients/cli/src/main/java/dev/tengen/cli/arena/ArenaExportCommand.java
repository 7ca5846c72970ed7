package dev.tengen.cli.arena;

import dev.tengen.arena.report.ReportFile;
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
        ReportFile.writeAll(record, folder);
        PrintWriter out = out();
        int gameCount = record.games().size();
        long endedCount = record.games().stream()
                .filter(game -> game.result().isPresent())
                .count();
        String unfinished = endedCount == gameCount ? "" : "; " + (gameCount - endedCount) + " games have not ended";
        out.println(record.tournament().name() + ": " + endedCount + " games exported to " + folder + unfinished);
        return ExitCode.OK;
    }
}

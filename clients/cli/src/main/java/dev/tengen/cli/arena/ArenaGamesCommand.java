package dev.tengen.cli.arena;

import dev.tengen.arena.report.TournamentRecord;
import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.output.ExitCode;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tengen arena games}: lists the games of a tournament. */
@Command(
        name = "games",
        description = "List the games of a tournament: number, Black v White, result, how it ended.",
        sortOptions = false)
final class ArenaGamesCommand extends BaseCommand {
    @Mixin
    private StoredTournamentParameters tournament = new StoredTournamentParameters();

    @Option(names = "--json", description = "Print one JSON object per game.")
    private boolean isJson;

    @Override
    public Integer call() {
        TournamentRecord record = tournament.read();
        PrintWriter out = out();
        if (isJson) {
            RunSummary.games(record).forEach(game -> printJson(game));
        } else {
            record.games().forEach(game -> out.println(RunSummary.line(game)));
        }
        return ExitCode.OK;
    }
}

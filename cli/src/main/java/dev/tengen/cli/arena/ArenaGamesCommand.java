package dev.tengen.cli.arena;

import dev.tengen.arena.report.TournamentRecord;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.cli.output.JsonOutput;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tengen arena games}: lists the games of a tournament. */
@Command(
        name = "games",
        description = "List the games of a tournament: number, Black v White, result, how it ended.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class ArenaGamesCommand implements Callable<Integer> {
    @Mixin
    private StoredTournamentParameters tournament = new StoredTournamentParameters();

    @Option(names = "--json", description = "Print one JSON object per game.")
    private boolean isJson;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        TournamentRecord record = tournament.read();
        PrintWriter out = spec.commandLine().getOut();
        if (isJson) {
            RunSummary.games(record).forEach(game -> JsonOutput.print(out, game));
        } else {
            record.games().forEach(game -> out.println(RunSummary.line(game)));
        }
        out.flush();
        return ExitCode.OK;
    }
}

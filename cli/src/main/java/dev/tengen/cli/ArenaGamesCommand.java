package dev.tengen.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.arena.report.TournamentRecord;
import dev.tengen.cli.arena.RunSummary;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists the games of a tournament. */
@Command(
        name = "games",
        description = "List the games of a tournament: number, Black v White, result, how it ended.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class ArenaGamesCommand implements Callable<Integer> {
    @Mixin
    private StoredTournamentParameters tournament = new StoredTournamentParameters();

    @Option(names = "--json", description = "Print one JSON object a game.")
    private boolean isJson;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        TournamentRecord record = tournament.read();
        PrintWriter out = spec.commandLine().getOut();
        if (isJson) {
            for (JsonNode game : RunSummary.games(record)) {
                JsonLines.print(out, (ObjectNode) game);
            }
        } else {
            record.games().forEach(game -> out.println(RunSummary.line(game)));
        }
        out.flush();
        return ExitCode.OK;
    }
}

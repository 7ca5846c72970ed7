package dev.tengen.cli.arena;

import dev.tengen.cli.output.ExitCode;
import dev.tengen.cli.output.JsonOutput;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.arena.report.TournamentRecord;
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
                JsonOutput.print(out, (ObjectNode) game);
            }
        } else {
            record.games().forEach(game -> out.println(RunSummary.line(game)));
        }
        out.flush();
        return ExitCode.OK;
    }
}

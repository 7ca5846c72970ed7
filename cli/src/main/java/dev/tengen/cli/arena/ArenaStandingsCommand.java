package dev.tengen.cli.arena;

import dev.tengen.cli.output.ExitCode;
import dev.tengen.cli.output.JsonOutput;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tengen arena standings}: prints the standings of a tournament. */
@Command(
        name = "standings",
        description = "Print the standings of a tournament, also while it runs.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Elo is relative to the mean of all players, or on the scale of anchors, players with a known",
            "rating. +/- is half of the 95 % confidence interval. > next is the probability that the player",
            "is stronger than the next one."
        })
final class ArenaStandingsCommand implements Callable<Integer> {
    @Mixin
    private StoredTournamentParameters tournament = new StoredTournamentParameters();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean isJson;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        RunSummary summary = new RunSummary(tournament.read());
        PrintWriter out = spec.commandLine().getOut();
        if (isJson) {
            JsonOutput.print(out, summary.json());
        } else {
            summary.lines().forEach(out::println);
            out.flush();
        }
        return ExitCode.OK;
    }
}

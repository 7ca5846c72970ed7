package dev.tengen.cli.arena;

import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.output.ExitCode;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tengen arena standings}: prints the standings of a tournament. */
@Command(
        name = "standings",
        description = "Print the standings of a tournament, also while it runs.",
        sortOptions = false,
        footer = {
            "",
            "Elo is relative to the mean of all players, or on the scale of anchors, players with a known",
            "rating. +/- is half of the 95 %% confidence interval. > next is the probability that the player",
            "is stronger than the next one."
        })
final class ArenaStandingsCommand extends BaseCommand {
    @Mixin
    private StoredTournamentParameters tournament = new StoredTournamentParameters();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean isJson;

    @Override
    public Integer call() {
        RunSummary summary = new RunSummary(tournament.read());
        PrintWriter out = out();
        if (isJson) {
            printJson(summary.json());
        } else {
            summary.lines().forEach(out::println);
        }
        return ExitCode.OK;
    }
}

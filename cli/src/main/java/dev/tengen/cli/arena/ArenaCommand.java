package dev.tengen.cli.arena;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Tournaments: plays them, and tells what came of them. */
@Command(
        name = "arena",
        description = "Play tournaments between agents, engines and built-in players, and tell what came of them.",
        mixinStandardHelpOptions = true,
        subcommands = {
            ArenaRunCommand.class,
            ArenaListCommand.class,
            ArenaStandingsCommand.class,
            ArenaGamesCommand.class,
            ArenaExportCommand.class,
            CommandLine.HelpCommand.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tengen arena run cup.yaml                 play the tournament of a file, or go on with it",
            "  tengen arena standings cup-results        its table, also while it is played",
            "  tengen arena games cup-results            its games",
            "  tengen arena export arena.db cup --out cup-files",
            "",
            "tengen arena run --help tells what stands in a file; docs/guide/arena-run.md tells more."
        })
final class ArenaCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(), "Name a command, as in: tengen arena run cup.yaml");
    }
}

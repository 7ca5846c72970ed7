package dev.tengen.cli.arena;

import dev.tengen.cli.option.CommandGroup;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tengen arena}: runs tournaments and reports their results. */
@Command(
        name = "arena",
        description = "Run tournaments between agents, engines and built-in players, and report the results.",
        subcommands = {
            ArenaRunCommand.class,
            ArenaCreateCommand.class,
            ArenaWorkerCommand.class,
            ArenaStatusCommand.class,
            ArenaListCommand.class,
            ArenaStandingsCommand.class,
            ArenaGamesCommand.class,
            ArenaExportCommand.class,
            ArenaWithdrawCommand.class,
            ArenaReplayVoidCommand.class,
            ArenaConnectCommand.class,
            ArenaNamesCommand.class,
            ArenaLadderCommand.class,
            CommandLine.HelpCommand.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tengen arena run cup.yaml                 start or resume the tournament of a file",
            "  tengen arena create cup.yaml --store URL  store it without playing, for many workers",
            "  tengen arena create cup.yaml --address HOST:PORT   let a server play it",
            "  tengen arena worker --store URL           play games of it, next to other workers",
            "  tengen arena status URL                   print its progress and its workers",
            "  tengen arena standings cup-results        print its standings, also while it runs",
            "  tengen arena games cup-results            list its games",
            "  tengen arena export arena.db cup --out cup-files",
            "  tengen arena withdraw cup-results --player ada     continue without a player",
            "  tengen arena replay-void cup-results      let void games be played again",
            "  tengen arena connect --name gnu --engine 'gnugo --mode gtp' --address HOST:PORT",
            "  tengen arena ladder --address HOST:PORT   print the ladder of a server",
            "  tengen arena names arena.db               list the names of agents and whose they are",
            "",
            "See tengen arena run --help for the file format, and docs/guide/arena.md for a guide."
        })
public final class ArenaCommand extends CommandGroup {
    /** Creates the command. */
    public ArenaCommand() {
        super("Name a command, as in: tengen arena run cup.yaml");
    }
}

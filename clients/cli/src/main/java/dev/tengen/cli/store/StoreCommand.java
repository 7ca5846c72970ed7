package dev.tengen.cli.store;

import dev.tengen.cli.option.CommandGroup;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tengen store}: works on a store of sessions. */
@Command(
        name = "store",
        description =
                "Check, export or compact the sessions and the journals of batches that tengen serve --store keeps. No server"
                        + " may use an SQLite file meanwhile; with PostgreSQL, servers may run.",
        subcommands = {
            StoreCheckCommand.class,
            StoreExportCommand.class,
            StoreCompactCommand.class,
            CommandLine.HelpCommand.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tengen store check sessions.db               replay every stored state by the rules",
            "  tengen store export sessions.db --out games  write each session and lane as SGF and as a snapshot",
            "  tengen store compact sessions.db             give the space of what was removed back",
            "",
            "A store is an SQLite file, or postgres://USER:PASSWORD@HOST:PORT/DATABASE.",
            "docs/operations/durability.md is a guide."
        })
public final class StoreCommand extends CommandGroup {
    /** Creates the command. */
    public StoreCommand() {
        super("Name a command, as in: tengen store check sessions.db");
    }
}

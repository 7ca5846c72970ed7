package dev.tengen.cli.store;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tengen store}: works on a store of sessions. */
@Command(
        name = "store",
        description =
                "Check, export or compact the sessions and the journals of batches that tengen serve --store keeps. No server"
                        + " may use an SQLite file meanwhile; with PostgreSQL, servers may run.",
        mixinStandardHelpOptions = true,
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
public final class StoreCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(), "Name a command, as in: tengen store check sessions.db");
    }
}

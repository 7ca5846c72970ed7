package dev.tengen.cli.store;

import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.journal.SessionArchive;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tengen store compact}: gives space back to the disk. */
@Command(
        name = "compact",
        description =
                "Give the space of removed sessions and journals of batches back to the disk. Without this, the store uses it"
                        + " for further ones. Nothing is removed.",
        sortOptions = false)
final class StoreCompactCommand extends BaseCommand {
    @Parameters(paramLabel = "STORE", description = "An SQLite file, or a PostgreSQL URL.")
    private String store = "";

    @Override
    public Integer call() {
        try (SessionArchive archive = SessionArchive.open(store)) {
            archive.compact();
            long journalCount = archive.journalCount();
            out().println(archive.sessionCount() + " sessions"
                    + (journalCount == 0 ? "" : ", " + journalCount + " journals") + "; compacted");
        }
        return ExitCode.OK;
    }
}

package dev.tengen.cli.store;

import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.cli.output.Progress;
import dev.tengen.journal.SessionArchive;
import dev.tengen.server.session.EpisodeSgf;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tengen store export}: writes stored sessions to files. */
@Command(
        name = "export",
        description =
                "Write the current episode of each session, and of each lane of the batches with a journal, as SGF, and its"
                        + " state as a snapshot that Restore takes, on any server.",
        sortOptions = false,
        footer = {
            "",
            "The files are FOLDER/ID.sgf and FOLDER/ID.snapshot, and for the lanes of a batch",
            "FOLDER/batch-ID/LANE.sgf and .snapshot. Files that exist are replaced.",
            "A session or a batch that is damaged is reported and left out; the exit code is 1 then."
        })
final class StoreExportCommand extends BaseCommand {
    @Parameters(paramLabel = "STORE", description = "An SQLite file, or a PostgreSQL URL.")
    private String store = "";

    @Option(names = "--out", required = true, paramLabel = "FOLDER", description = "Folder for the files.")
    private Path folder = Path.of("");

    private long writtenCount;
    private long journalCount;
    private long badCount;

    @Override
    public Integer call() throws IOException {
        Files.createDirectories(folder);
        try (SessionArchive archive = SessionArchive.open(store);
                Progress progress = Progress.of("export", archive.sessionCount())) {
            archive.forEach(entry -> {
                write(entry);
                progress.stepTo(writtenCount + badCount);
            });
            archive.forEachJournal(this::write);
        }
        out().println(folder + ": " + writtenCount + " sessions written"
                + (journalCount == 0 ? "" : ", " + journalCount + " batches written")
                + (badCount == 0 ? "" : ", " + badCount + " damaged ones left out"));
        return badCount == 0 ? ExitCode.OK : ExitCode.FAILED;
    }

    private void write(SessionArchive.Entry entry) {
        if (entry.state().isEmpty()) {
            badCount++;
            printMessage(entry.id() + ": " + entry.problem());
            return;
        }
        write(folder, entry.id(), new SessionArchive.StoredLane(entry.state().get(), entry.preset(), entry.snapshot()));
        writtenCount++;
    }

    private void write(SessionArchive.JournalEntry entry) {
        if (!entry.problem().isEmpty()) {
            badCount++;
            printMessage("journal \"" + entry.name() + "\" of " + entry.owner() + ": " + entry.problem());
            return;
        }
        Path lanes = folder.resolve("batch-" + entry.id());
        try {
            Files.createDirectories(lanes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (int lane = 0; lane < entry.lanes().size(); lane++) {
            write(lanes, Integer.toString(lane), entry.lanes().get(lane));
        }
        journalCount++;
    }

    private static void write(Path target, String name, SessionArchive.StoredLane stored) {
        try {
            Files.write(
                    target.resolve(name + ".sgf"),
                    EpisodeSgf.record(stored.state(), stored.preset()).toSgf().getBytes(StandardCharsets.UTF_8));
            Files.write(target.resolve(name + ".snapshot"), stored.snapshot().toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

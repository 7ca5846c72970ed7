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
                "Write the current episode of each session as SGF, and its state as a snapshot that Restore takes, on any"
                        + " server.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "The files are FOLDER/ID.sgf and FOLDER/ID.snapshot. Files that exist are replaced.",
            "A session whose state is damaged is reported and left out; the exit code is 1 then."
        })
final class StoreExportCommand extends BaseCommand {
    @Parameters(paramLabel = "STORE", description = "An SQLite file, or a PostgreSQL URL.")
    private String store = "";

    @Option(names = "--out", required = true, paramLabel = "FOLDER", description = "Folder for the files.")
    private Path folder = Path.of("");

    private long writtenCount;
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
        }
        out().println(folder + ": " + writtenCount + " sessions written"
                + (badCount == 0 ? "" : ", " + badCount + " damaged ones left out"));
        out().flush();
        return badCount == 0 ? ExitCode.OK : ExitCode.FAILED;
    }

    private void write(SessionArchive.Entry entry) {
        if (entry.state().isEmpty()) {
            badCount++;
            printMessage(entry.id() + ": " + entry.problem());
            return;
        }
        try {
            Files.write(
                    folder.resolve(entry.id() + ".sgf"),
                    EpisodeSgf.toSgf(entry.state().get(), entry.preset()).getBytes(StandardCharsets.UTF_8));
            Files.write(
                    folder.resolve(entry.id() + ".snapshot"), entry.snapshot().toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        writtenCount++;
    }
}

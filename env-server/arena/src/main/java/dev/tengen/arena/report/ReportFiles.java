package dev.tengen.arena.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.file.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/** Writes the files of a tournament report, see {@link ReportFile}. */
public final class ReportFiles {
    private ReportFiles() {}

    /**
     * Writes all files of {@code record} into {@code folder}, which is created if necessary. Each file is replaced atomically: a
     * concurrent reader sees the old or the new file.
     *
     * @throws IOException if a file cannot be written; the files before it are written
     */
    public static void write(TournamentRecord record, Path folder) throws IOException {
        Files.createDirectories(folder);
        Supplier<ObjectNode> json = ReportFile.json(record);
        for (ReportFile file : ReportFile.values()) {
            AtomicFile.replace(folder.resolve(file.fileName()), file.write(record, json));
        }
    }
}

package dev.tengen.arena.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
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
            replace(folder.resolve(file.fileName()), file.write(record, json));
        }
    }

    private static void replace(Path file, byte[] bytes) throws IOException {
        // Not Files.createTempFile, whose files other users cannot read.
        Path draft = file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID());
        try {
            Files.write(draft, bytes);
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(draft);
        }
    }
}

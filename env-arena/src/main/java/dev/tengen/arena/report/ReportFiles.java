package dev.tengen.arena.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/**
 * Writes the files of a tournament report: {@code report.html} for people; {@code games.zip} with the game records; {@code
 * games.pgn} for rating programs; {@code tournament.json}, {@code games.csv} and {@code standings.csv} for programs and
 * spreadsheets. All are UTF-8. Equal records give equal bytes.
 */
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
        ByteArrayOutputStream zip = new ByteArrayOutputStream();
        GameArchive.write(record, zip);
        replace(folder.resolve("games.zip"), zip.toByteArray());
        replace(folder.resolve("games.pgn"), PgnWriter.write(record));
        ObjectNode json = TournamentJson.tree(record);
        replace(folder.resolve("tournament.json"), TournamentJson.text(json));
        replace(folder.resolve("games.csv"), TournamentCsv.games(json));
        replace(folder.resolve("standings.csv"), TournamentCsv.standings(json));
        replace(folder.resolve("report.html"), ReportPage.write(record));
    }

    private static void replace(Path file, String text) throws IOException {
        replace(file, text.getBytes(StandardCharsets.UTF_8));
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

package dev.tengen.arena.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/**
 * Writes a tournament as files: {@code report.html} to look at; {@code games.zip} with the games' records; {@code games.pgn} for
 * programs that rate; {@code tournament.json}, {@code games.csv} and {@code standings.csv} for programs and spreadsheets. All are
 * UTF-8. The same record gives the same bytes.
 */
public final class ReportFiles {
    private ReportFiles() {}

    /**
     * Writes all files of {@code record} into {@code folder}, which is made if it is not there. Each file is replaced as a whole,
     * so that whoever reads it meanwhile sees the old one or the new one.
     *
     * @throws IOException if a file cannot be written; those before it are
     */
    public static void write(TournamentRecord record, Path folder) throws IOException {
        Files.createDirectories(folder);
        ByteArrayOutputStream zip = new ByteArrayOutputStream();
        GameArchive.write(record, zip);
        replace(folder.resolve("games.zip"), zip.toByteArray());
        replace(folder.resolve("games.pgn"), PgnWriter.write(record));
        replace(folder.resolve("tournament.json"), TournamentJson.text(TournamentJson.tree(record)));
        replace(folder.resolve("games.csv"), TournamentCsv.games(record));
        replace(folder.resolve("standings.csv"), TournamentCsv.standings(record));
        replace(folder.resolve("report.html"), ReportPage.write(record));
    }

    private static void replace(Path file, String text) throws IOException {
        replace(file, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void replace(Path file, byte[] bytes) throws IOException {
        // Not a temporary file as Java makes them: nobody else could read that.
        Path draft = file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID());
        try {
            Files.write(draft, bytes);
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(draft);
        }
    }
}

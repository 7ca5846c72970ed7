package dev.tengen.arena.report;

import dev.tengen.arena.store.StoredResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The game records of a tournament as a zip file: a folder with the name of the tournament, and in it a file for each
 * game that is over and has a record. The time of a file is the end of its game in UTC, on every machine.
 */
final class GameArchive {
    /** The range of times in zip files. */
    private static final LocalDateTime EARLIEST = LocalDateTime.of(1980, 1, 1, 0, 0);

    private static final LocalDateTime LATEST = LocalDateTime.of(2107, 12, 31, 23, 59, 58);

    private GameArchive() {}

    /** Returns the archive of {@code record}. */
    static byte[] zip(TournamentRecord record) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        String folder = ReportedGame.fileName(record.tournament().name()) + "/";
        try (ZipOutputStream zip = new ZipOutputStream(out, StandardCharsets.UTF_8)) {
            for (ReportedGame game : record.games()) {
                if (game.result().isPresent() && !game.result().get().sgf().isEmpty()) {
                    write(folder + game.fileName(), game.result().get(), zip);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return out.toByteArray();
    }

    private static void write(String name, StoredResult result, ZipOutputStream zip) throws IOException {
        LocalDateTime time = LocalDateTime.ofInstant(result.endedAt(), ZoneOffset.UTC);
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(time.isBefore(EARLIEST) ? EARLIEST : time.isAfter(LATEST) ? LATEST : time);
        zip.putNextEntry(entry);
        zip.write(result.sgf().getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
    }
}

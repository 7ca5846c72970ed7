package dev.tengen.arena.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.base.Suppliers;
import dev.tengen.file.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** A file of a tournament report. All texts are UTF-8. Equal records give equal bytes. */
public enum ReportFile {
    /** The game records. */
    GAMES_ZIP("games.zip", "application/zip", (record, json) -> GameArchive.zip(record)),

    /** The results for rating programs. */
    GAMES_PGN(
            "games.pgn", "application/vnd.chess-pgn; charset=utf-8", (record, json) -> bytes(PgnWriter.write(record))),

    /** Everything except the moves, for programs. */
    TOURNAMENT_JSON(
            "tournament.json",
            "application/json; charset=utf-8",
            (record, json) -> bytes(TournamentJson.text(json.get()))),

    /** The games, for spreadsheets. */
    GAMES_CSV("games.csv", "text/csv; charset=utf-8", (record, json) -> bytes(TournamentCsv.games(json.get()))),

    /** The standings, for spreadsheets. */
    STANDINGS_CSV(
            "standings.csv", "text/csv; charset=utf-8", (record, json) -> bytes(TournamentCsv.standings(json.get()))),

    /** The report for people. It contains its script and its style, and allows no others. */
    REPORT_HTML("report.html", "text/html; charset=utf-8", (record, json) -> bytes(ReportPage.write(record)));

    private final String fileName;
    private final String contentType;
    private final BiFunction<TournamentRecord, Supplier<ObjectNode>, byte[]> writer;

    ReportFile(String fileName, String contentType, BiFunction<TournamentRecord, Supplier<ObjectNode>, byte[]> writer) {
        this.fileName = fileName;
        this.contentType = contentType;
        this.writer = writer;
    }

    /** Returns the file with this name. */
    public static Optional<ReportFile> named(String fileName) {
        return Arrays.stream(values())
                .filter(file -> file.fileName.equals(fileName))
                .findFirst();
    }

    /**
     * Writes all files of {@code record} into {@code folder}, which is created if necessary. Each file is replaced
     * atomically: a concurrent reader sees the old or the new file.
     *
     * @throws IOException if a file cannot be written; the files before it are written
     */
    public static void writeAll(TournamentRecord record, Path folder) throws IOException {
        Files.createDirectories(folder);
        Supplier<ObjectNode> json = json(record);
        for (ReportFile file : values()) {
            AtomicFile.replace(folder.resolve(file.fileName), file.writer.apply(record, json));
        }
    }

    /** Returns the name of the file. */
    public String fileName() {
        return fileName;
    }

    /** Returns the content type of the file. */
    public String contentType() {
        return contentType;
    }

    /** Returns the content of the file about {@code record}. */
    public byte[] write(TournamentRecord record) {
        return writer.apply(record, json(record));
    }

    /** Returns the JSON of {@code record}, which several files share. */
    private static Supplier<ObjectNode> json(TournamentRecord record) {
        return Suppliers.memoize(() -> TournamentJson.tree(record));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

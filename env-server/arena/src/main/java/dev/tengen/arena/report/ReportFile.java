package dev.tengen.arena.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.base.Suppliers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;

/** A file of a tournament report. All texts are UTF-8. Equal records give equal bytes. */
public enum ReportFile {
    /** The game records. */
    GAMES_ZIP("games.zip", "application/zip") {
        @Override
        byte[] write(TournamentRecord record, Supplier<ObjectNode> json) {
            ByteArrayOutputStream zip = new ByteArrayOutputStream();
            try {
                GameArchive.write(record, zip);
            } catch (IOException e) {
                throw new UncheckedIOException("writing to memory failed", e);
            }
            return zip.toByteArray();
        }
    },

    /** The results for rating programs. */
    GAMES_PGN("games.pgn", "application/vnd.chess-pgn; charset=utf-8") {
        @Override
        byte[] write(TournamentRecord record, Supplier<ObjectNode> json) {
            return bytes(PgnWriter.write(record));
        }
    },

    /** Everything except the moves, for programs. */
    TOURNAMENT_JSON("tournament.json", "application/json; charset=utf-8") {
        @Override
        byte[] write(TournamentRecord record, Supplier<ObjectNode> json) {
            return bytes(TournamentJson.text(json.get()));
        }
    },

    /** The games, for spreadsheets. */
    GAMES_CSV("games.csv", "text/csv; charset=utf-8") {
        @Override
        byte[] write(TournamentRecord record, Supplier<ObjectNode> json) {
            return bytes(TournamentCsv.games(json.get()));
        }
    },

    /** The standings, for spreadsheets. */
    STANDINGS_CSV("standings.csv", "text/csv; charset=utf-8") {
        @Override
        byte[] write(TournamentRecord record, Supplier<ObjectNode> json) {
            return bytes(TournamentCsv.standings(json.get()));
        }
    },

    /** The report for people. It contains its script and its style, and allows no others. */
    REPORT_HTML("report.html", "text/html; charset=utf-8") {
        @Override
        byte[] write(TournamentRecord record, Supplier<ObjectNode> json) {
            return bytes(ReportPage.write(record));
        }
    };

    private final String fileName;
    private final String contentType;

    ReportFile(String fileName, String contentType) {
        this.fileName = fileName;
        this.contentType = contentType;
    }

    /** Returns the file with this name. */
    public static Optional<ReportFile> named(String fileName) {
        return Arrays.stream(values())
                .filter(file -> file.fileName.equals(fileName))
                .findFirst();
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
        return write(record, json(record));
    }

    /** Returns the content of the file about {@code record}, whose JSON is {@code json}. */
    abstract byte[] write(TournamentRecord record, Supplier<ObjectNode> json);

    /** Returns the JSON of {@code record}, which several files share. */
    static Supplier<ObjectNode> json(TournamentRecord record) {
        return Suppliers.memoize(() -> TournamentJson.tree(record));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

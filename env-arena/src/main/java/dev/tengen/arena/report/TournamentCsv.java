package dev.tengen.arena.report;

import dev.tengen.arena.rating.Rating;
import dev.tengen.arena.rating.Standings;
import dev.tengen.arena.rating.Tally;
import dev.tengen.board.Color;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/**
 * A tournament as CSV tables (RFC 4180) for spreadsheets and data frames.
 *
 * <p>Spreadsheets evaluate a cell that begins with {@code = + - @} as a formula, even if it is quoted. So a text that begins with
 * one of these, with white space or with an apostrophe gets an apostrophe before it. Numbers do not.
 */
final class TournamentCsv {
    private static final int MICROS_DIGITS = 6;
    private static final String DANGEROUS = "=+-@\t\r\n'";

    private TournamentCsv() {}

    /** Returns the table of all games, by number. Unknown values are empty cells. */
    static String games(TournamentRecord record) {
        List<String> names = List.of(
                "number",
                "pair",
                "opening",
                "black",
                "white",
                "state",
                "result",
                "winner",
                "verdict",
                "move_count",
                "black_seconds",
                "white_seconds",
                "started_at",
                "ended_at",
                "moves_hash",
                "file");
        return table(names, record.games().stream().map(TournamentCsv::row).toList());
    }

    private static List<?> row(ReportedGame game) {
        return Arrays.asList(
                game.number(),
                game.game().game().pair(),
                game.game().game().opening(),
                game.black(),
                game.white(),
                game.state().name(),
                game.resultText(),
                text(game.result().map(result -> result.winner().name())),
                text(game.result().map(result -> result.verdict())),
                text(game.replay().map(replay -> replay.moves().size())),
                seconds(game.micros(Color.BLACK)),
                seconds(game.micros(Color.WHITE)),
                text(game.game().startedAt()),
                text(game.result().map(result -> result.endedAt())),
                text(game.result().map(result -> HexFormat.of().toHexDigits(result.movesHash()))),
                text(game.result().map(result -> game.fileName())));
    }

    private static Object text(Optional<?> value) {
        return value.<Object>map(known -> known instanceof Number ? known : known.toString())
                .orElse("");
    }

    private static Object seconds(List<Long> micros) {
        long sum = micros.stream().mapToLong(Long::longValue).sum();
        return micros.isEmpty() ? "" : BigDecimal.valueOf(sum, MICROS_DIGITS);
    }

    /** Returns the standings, strongest first. */
    static String standings(TournamentRecord record) {
        List<String> names = List.of(
                "rank",
                "player",
                "elo",
                "elo_lower",
                "elo_upper",
                "is_anchor",
                "games",
                "wins",
                "losses",
                "draws",
                "points",
                "superiority_to_next");
        return table(
                names,
                record.standings().rows().stream().map(TournamentCsv::row).toList());
    }

    private static List<?> row(Standings.Row row) {
        Rating rating = row.rating();
        Tally games = row.games();
        return List.of(
                row.rank(),
                rating.player(),
                rating.elo(),
                rating.interval().lower(),
                rating.interval().upper(),
                rating.isAnchor(),
                games.games(),
                games.wins(),
                games.losses(),
                games.draws(),
                games.points(),
                Objects.requireNonNullElse(row.superiorityToNext(), ""));
    }

    /** Returns a table whose first line has the names of the columns. */
    static String table(List<String> names, List<? extends List<?>> rows) {
        StringBuilder text = new StringBuilder();
        List<List<?>> lines = new ArrayList<>(Collections.singletonList(names));
        lines.addAll(rows);
        try (CSVPrinter printer = new CSVPrinter(text, CSVFormat.RFC4180)) {
            for (List<?> line : lines) {
                printer.printRecord(line.stream().map(TournamentCsv::cell).toList());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return text.toString();
    }

    private static Object cell(Object value) {
        boolean isDangerous =
                value instanceof String words && !words.isEmpty() && DANGEROUS.indexOf(words.charAt(0)) >= 0;
        return isDangerous ? "'" + value : value;
    }
}

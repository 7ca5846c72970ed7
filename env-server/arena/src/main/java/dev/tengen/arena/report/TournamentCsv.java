package dev.tengen.arena.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.base.Splitter;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A tournament as CSV tables (RFC 4180) for spreadsheets and data frames. The columns are keys of
 * {@link TournamentJson}, except the pair, the seconds and the number of games. A pair is its number, since its name is
 * unique only for its two players.
 *
 * <p>Spreadsheets evaluate a cell that begins with {@code = + - @} as a formula, even if it is quoted. So a text that
 * begins with one of these, with white space or with an apostrophe gets an apostrophe before it. Numbers do not.
 */
final class TournamentCsv {
    private static final List<String> GAMES = Splitter.on(',')
            .splitToList("number,pair,opening,black,white,state,result,winner,verdict,move_count,"
                    + "black_seconds,white_seconds,started_at,ended_at,moves_hash,file");
    private static final List<String> STANDINGS = Splitter.on(',')
            .splitToList(
                    "rank,player,elo,elo_lower,elo_upper,is_anchor,games,wins,losses,draws,points,superiority_to_next");

    private static final int MICROS_DIGITS = 6;
    private static final String DANGEROUS = "=+-@\t\r\n'";
    private static final String QUOTED = ",\"\r\n";

    private TournamentCsv() {}

    /** Returns the table of all games, by number. Unknown values are empty cells. */
    static String games(JsonNode tournament) {
        return table(GAMES, tournament.path("games"));
    }

    /** Returns the standings, strongest first. */
    static String standings(JsonNode tournament) {
        return table(STANDINGS, tournament.path("standings").path("rows"));
    }

    private static String table(List<String> columns, JsonNode rows) {
        StringBuilder text = new StringBuilder(line(columns.stream()));
        for (JsonNode row : rows) {
            text.append(line(columns.stream().map(column -> cell(row, column))));
        }
        return text.toString();
    }

    private static String line(Stream<?> cells) {
        return cells.map(cell -> quoted(cell.toString())).collect(Collectors.joining(",", "", "\r\n"));
    }

    private static String quoted(String cell) {
        boolean isPlain = cell.chars().noneMatch(character -> QUOTED.indexOf(character) >= 0);
        return isPlain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }

    private static Object cell(JsonNode row, String column) {
        return switch (column) {
            case "pair" -> cell(row.path("pair_number"));
            case "black_seconds" -> seconds(row.path("black_us"));
            case "white_seconds" -> seconds(row.path("white_us"));
            case "games" ->
                row.path("wins").asInt()
                        + row.path("losses").asInt()
                        + row.path("draws").asInt();
            default -> cell(row.path(column));
        };
    }

    private static Object seconds(JsonNode micros) {
        return micros.isNumber() ? BigDecimal.valueOf(micros.asLong(), MICROS_DIGITS) : "";
    }

    private static Object cell(JsonNode value) {
        if (value.isNumber()) {
            return value.numberValue();
        }
        String text = value.asText("");
        return !text.isEmpty() && DANGEROUS.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
    }
}

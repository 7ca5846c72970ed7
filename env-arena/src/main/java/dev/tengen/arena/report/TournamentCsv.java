package dev.tengen.arena.report;

import dev.tengen.arena.rating.Rating;
import dev.tengen.arena.rating.Standings;
import dev.tengen.arena.rating.Tally;
import dev.tengen.board.Color;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A tournament as tables for spreadsheets and data frames. */
final class TournamentCsv {
    private static final int MICROS_DIGITS = 6;

    private TournamentCsv() {}

    /** Returns the table of all games, by their numbers; what is not known is an empty cell. */
    static String games(TournamentRecord record) {
        CsvTable table = new CsvTable(
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
        record.games().forEach(game -> table.row(row(game)));
        return table.text();
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

    /** Returns the standings, the strongest first. */
    static String standings(TournamentRecord record) {
        CsvTable table = new CsvTable(
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
        record.standings().rows().forEach(row -> table.row(row(row)));
        return table.text();
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
}

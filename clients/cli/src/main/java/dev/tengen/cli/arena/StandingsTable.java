package dev.tengen.cli.arena;

import dev.tengen.arena.rating.Standings;
import dev.tengen.arena.rating.Tally;
import dev.tengen.text.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Formats standings as a table, strongest player first.
 *
 * @param standings the standings
 */
public record StandingsTable(Standings standings) {
    private static final int MIN_NAME_WIDTH = 6;
    private static final int MAX_NAME_WIDTH = 32;

    /** Returns the header and the first {@code rowCount} rows. */
    public List<String> lines(int rowCount) {
        List<Standings.Row> rows = standings.rows().stream().limit(rowCount).toList();
        int width = rows.stream()
                .mapToInt(row -> Math.min(name(row).length(), MAX_NAME_WIDTH))
                .reduce(MIN_NAME_WIDTH, Math::max);
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%3s  %-" + width + "s  %7s  %6s  %8s  %6s  %5s  %5s  %5s  %s",
                "#",
                "player",
                "Elo",
                "+/-",
                "points",
                "games",
                "won",
                "drawn",
                "lost",
                "> next"));
        rows.forEach(row -> lines.add(line(row, width)));
        return lines;
    }

    private String line(Standings.Row row, int width) {
        Tally games = row.games();
        Double toNext = row.superiorityToNext();
        String text = String.format(
                Locale.ROOT,
                "%3d  %-" + width + "s  %7s  %6s  %8.1f  %6d  %5d  %5d  %5d  %s",
                row.rank(),
                cut(name(row)),
                elo(row),
                margin(row),
                games.points(),
                games.games(),
                games.wins(),
                games.draws(),
                games.losses(),
                toNext == null ? "" : String.format(Locale.ROOT, "%.1f %%", 100 * toNext));
        return text.stripTrailing();
    }

    private static String name(Standings.Row row) {
        return VisibleText.line(row.rating().player());
    }

    private static String cut(String name) {
        return name.length() <= MAX_NAME_WIDTH ? name : name.substring(0, MAX_NAME_WIDTH - 3) + "...";
    }

    /** Ratings relative to the mean have a sign; ratings on the scale of anchors do not. */
    private String elo(Standings.Row row) {
        return String.format(
                Locale.ROOT,
                standings.isAnchored() ? "%.0f" : "%+.0f",
                row.rating().elo());
    }

    private static String margin(Standings.Row row) {
        if (row.rating().isAnchor()) {
            return "known";
        }
        double width = row.rating().interval().upper() - row.rating().interval().lower();
        return String.format(Locale.ROOT, "%.0f", width / 2);
    }

    /** Returns the first {@code rowCount} players with their ratings in one line. */
    public String line(int rowCount) {
        List<String> texts = standings.rows().stream()
                .limit(rowCount)
                .map(row -> name(row) + " " + elo(row) + " +/- " + margin(row))
                .toList();
        return String.join(", ", texts) + (standings.rows().size() > rowCount ? ", ..." : "");
    }
}

package dev.tengen.cli.arena;

import dev.tengen.proto.v1.GetLadderResponse;
import dev.tengen.proto.v1.LadderRow;
import dev.tengen.proto.v1.LadderTable;
import dev.tengen.text.VisibleText;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A ladder as {@link ArenaLadderCommand} prints it. No signature of the command names a message, since picocli inspects
 * all commands, and others would load the contract for nothing.
 */
final class LadderOutput {
    private static final int MIN_NAME_WIDTH = 6;

    private final LadderTable table;

    private LadderOutput(LadderTable table) {
        this.table = table;
    }

    /** Returns the output of {@code response}. */
    static LadderOutput of(GetLadderResponse response) {
        return new LadderOutput(response.getLadder());
    }

    /** Returns a player for each object that {@code --json} prints. */
    List<Line> lines() {
        return table.getRowsList().stream().map(Line::of).toList();
    }

    /** Prints the table to {@code out}. */
    void print(PrintWriter out) {
        int width = table.getRowsList().stream()
                .mapToInt(row -> VisibleText.line(row.getPlayer()).length())
                .reduce(MIN_NAME_WIDTH, Math::max);
        String form = "%3s %1s %-" + width + "s  %7s  %6s  %6s  %-20s  %s%n";
        out.printf(Locale.ROOT, form, "#", "", "player", "Elo", "+/-", "games", "last seen", "link");
        for (LadderRow row : table.getRowsList()) {
            out.printf(
                    Locale.ROOT,
                    form,
                    row.getRank() == 0 ? "-" : row.getRank(),
                    row.getIsConnected() ? "*" : "",
                    VisibleText.line(row.getPlayer()),
                    row.hasRating()
                            ? String.format(
                                    Locale.ROOT,
                                    table.getIsAnchored() ? "%.0f" : "%+.0f",
                                    row.getRating().getElo())
                            : "-",
                    margin(row),
                    row.getGameCount(),
                    row.getSeenAtMs() == 0 ? "" : seenAt(row).toString().replaceFirst("\\.\\d+Z$", "Z"),
                    VisibleText.line(row.getLink()));
        }
        out.printf(
                "%s: %d games, %d in progress%n",
                VisibleText.line(table.getTournament()), table.getGameCount(), table.getRunningGameCount());
        if (table.getGameCount() > 0 && table.getRowsList().stream().noneMatch(LadderRow::hasRating)) {
            out.println("The ratings are being computed; ask again in a moment.");
        }
    }

    private static Instant seenAt(LadderRow row) {
        return Instant.ofEpochMilli(row.getSeenAtMs());
    }

    private static String margin(LadderRow row) {
        if (row.getIsAnchor()) {
            return "known";
        }
        double width = row.getRating().getUpper() - row.getRating().getLower();
        return row.hasRating() ? String.format(Locale.ROOT, "%.0f", width / 2) : "-";
    }

    /** A player; the object that {@code --json} prints. */
    record Line(
            int rank,
            String player,
            String agent,
            String version,
            String link,
            @Nullable Double elo,
            @Nullable Double eloLower,
            @Nullable Double eloUpper,
            boolean isAnchor,
            int games,
            int wins,
            int losses,
            int draws,
            boolean isConnected,
            @Nullable String seenAt) {
        private static Line of(LadderRow row) {
            boolean isRated = row.hasRating();
            return new Line(
                    row.getRank(),
                    row.getPlayer(),
                    row.getAgent(),
                    row.getVersion(),
                    row.getLink(),
                    isRated ? (Double) row.getRating().getElo() : null,
                    isRated ? (Double) row.getRating().getLower() : null,
                    isRated ? (Double) row.getRating().getUpper() : null,
                    row.getIsAnchor(),
                    row.getGameCount(),
                    row.getWinCount(),
                    row.getLossCount(),
                    row.getDrawCount(),
                    row.getIsConnected(),
                    row.getSeenAtMs() == 0 ? null : LadderOutput.seenAt(row).toString());
        }
    }
}

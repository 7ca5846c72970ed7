package dev.tengen.cli.arena;

import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.client.Channels;
import dev.tengen.client.ConnectionSecurity;
import dev.tengen.proto.v1.ArenaServiceGrpc;
import dev.tengen.proto.v1.GetLadderRequest;
import dev.tengen.proto.v1.LadderRow;
import dev.tengen.proto.v1.LadderTable;
import dev.tengen.server.ServerConfig;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tengen arena ladder}: prints the ladder of a server. */
@Command(
        name = "ladder",
        description = "Print the ladder of a server: its players and their ratings.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Elo is relative to the mean of all players, or on the scale of anchors, players with a known",
            "rating. +/- is half of the 95 %% confidence interval. A * marks players that are connected.",
            "TENGEN_TOKEN, TENGEN_CA and TENGEN_TLS are for a secure server.",
            "",
            "Exit codes: 0 printed; 1 the server has no ladder, or cannot be reached."
        })
final class ArenaLadderCommand extends BaseCommand {
    private static final int TIMEOUT_SECONDS = 30;
    private static final int MIN_NAME_WIDTH = 6;

    @Option(
            names = "--address",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1:" + ServerConfig.DEFAULT_PORT,
            description = "The server, at HOST:PORT or unix:PATH. Default: ${DEFAULT-VALUE}.")
    private String address = "";

    @Option(names = "--json", description = "Print one JSON object per player.")
    private boolean isJson;

    @Override
    public Integer call() {
        ManagedChannel channel = Channels.to(address, ConnectionSecurity.fromEnvironment(System.getenv()))
                .build();
        try {
            print(ArenaServiceGrpc.newBlockingStub(channel)
                    .withDeadlineAfter(TIMEOUT_SECONDS, TimeUnit.SECONDS)
                    .getLadder(GetLadderRequest.getDefaultInstance())
                    .getLadder());
            return ExitCode.OK;
        } catch (StatusRuntimeException e) {
            printMessage("tengen: "
                    + Channels.explain(e)
                            .orElseGet(() -> String.valueOf(e.getStatus().getDescription())));
            return ExitCode.FAILED;
        } finally {
            channel.shutdownNow();
        }
    }

    private void print(LadderTable table) {
        PrintWriter out = out();
        if (isJson) {
            table.getRowsList().stream().map(Line::of).forEach(this::printJson);
            return;
        }
        int width = table.getRowsList().stream()
                .mapToInt(row -> row.getPlayer().length())
                .reduce(MIN_NAME_WIDTH, Math::max);
        String form = "%3s %1s %-" + width + "s  %7s  %6s  %6s  %-20s  %s%n";
        out.printf(Locale.ROOT, form, "#", "", "player", "Elo", "+/-", "games", "last seen", "link");
        for (LadderRow row : table.getRowsList()) {
            out.printf(
                    Locale.ROOT,
                    form,
                    row.getRank() == 0 ? "-" : row.getRank(),
                    row.getIsConnected() ? "*" : "",
                    row.getPlayer(),
                    row.hasRating()
                            ? String.format(
                                    Locale.ROOT,
                                    table.getIsAnchored() ? "%.0f" : "%+.0f",
                                    row.getRating().getElo())
                            : "-",
                    margin(row),
                    row.getGameCount(),
                    row.getSeenAtMs() == 0 ? "" : seenAt(row).toString().replaceFirst("\\.\\d+Z$", "Z"),
                    row.getLink());
        }
        out.printf(
                "%s: %d games, %d in progress%n",
                table.getTournament(), table.getGameCount(), table.getRunningGameCount());
        out.flush();
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
    private record Line(
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
                    row.getSeenAtMs() == 0
                            ? null
                            : ArenaLadderCommand.seenAt(row).toString());
        }
    }
}

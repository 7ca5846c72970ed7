package dev.tengen.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.tengen.arena.host.AgentProfile;
import dev.tengen.arena.host.LadderTable;
import dev.tengen.arena.rating.Rating;
import dev.tengen.arena.rating.Tally;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.game.RulesText;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A ladder as JSON for the page.
 *
 * @param key the key of its tournament in paths
 * @param name the name
 * @param width the width of the board
 * @param height the height of the board
 * @param rules the name of the rules
 * @param komi the komi
 * @param timeControl the time control
 * @param isAnchored whether ratings are on the scale of anchors; otherwise their mean is 0
 * @param confidence the confidence level of the intervals
 * @param gameCount the number of games that count
 * @param runningGameCount the number of games in progress
 * @param connectedCount the number of connected agents
 * @param grpcPort the TCP port for agents; null if the server listens at a Unix domain socket
 * @param rows the players, strongest first; those without a rating last
 * @param charted the players that are rated highest, without retired versions, with their ratings over time
 * @param liveGames the first of the games in progress
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record LadderJson(
        String key,
        String name,
        int width,
        int height,
        String rules,
        double komi,
        String timeControl,
        boolean isAnchored,
        double confidence,
        long gameCount,
        int runningGameCount,
        int connectedCount,
        @Nullable Integer grpcPort,
        List<Row> rows,
        List<Charted> charted,
        List<TournamentApi.LiveGameJson> liveGames) {
    /** More lines in one chart would be hard to distinguish. */
    static final int MAX_CHARTED = 6;

    /**
     * A player.
     *
     * @param player the name on the ladder
     * @param key the key in paths
     * @param rank the rank, from 1; null for a player without a rating
     * @param agent the name of the agent; null for a player of the server
     * @param version the version of the agent; null for none
     * @param link the http or https address of a page about the agent; null for none
     * @param elo the rating; null before the first game
     * @param eloLower the lower end of its interval; null before the first game
     * @param eloUpper the upper end of its interval; null before the first game
     * @param isAnchor whether the rating is given instead of estimated
     * @param games the wins, losses and draws; written in line
     * @param points 1 for each win, ½ for each draw
     * @param isConnected whether the agent is connected; true for a player of the server
     * @param isRetired whether another version of the agent is connected, or was connected later
     * @param seenAt when the agent was last connected; null if it is connected, and for a player of the server
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Row(
            String player,
            String key,
            @Nullable Integer rank,
            @Nullable String agent,
            @Nullable String version,
            @Nullable String link,
            @Nullable Double elo,
            @Nullable Double eloLower,
            @Nullable Double eloUpper,
            boolean isAnchor,
            @JsonUnwrapped Tally games,
            double points,
            boolean isConnected,
            boolean isRetired,
            @Nullable String seenAt) {
        private static Row of(LadderTable.Row row, Map<String, LadderTable.Row> newest) {
            Optional<Rating> rating = row.rating();
            return new Row(
                    row.player(),
                    PathKey.of(row.player()),
                    row.rank() == 0 ? null : (Integer) row.rank(),
                    orNull(row.agent()),
                    orNull(row.version()),
                    AgentProfile.isWebAddress(row.link()) ? row.link() : null,
                    rating.map(known -> rounded(known.elo())).orElse(null),
                    rating.map(known -> rounded(known.interval().lower())).orElse(null),
                    rating.map(known -> rounded(known.interval().upper())).orElse(null),
                    rating.map(Rating::isAnchor).orElse(false),
                    row.games(),
                    row.games().points(),
                    row.isConnected(),
                    isRetired(row, newest),
                    row.seenAt()
                            .filter(seen -> !row.isConnected())
                            .map(Instant::toString)
                            .orElse(null));
        }

        private static boolean isRetired(LadderTable.Row row, Map<String, LadderTable.Row> newest) {
            return !row.agent().isEmpty() && !row.isConnected() && !row.equals(newest.get(row.agent()));
        }

        private static @Nullable String orNull(String text) {
            return text.isEmpty() ? null : text;
        }

        /** Returns whether an agent plays under the name, and is connected. */
        private boolean isConnectedAgent() {
            return agent != null && isConnected;
        }
    }

    /**
     * A player in the chart.
     *
     * @param player the name on the ladder
     * @param key the key in paths
     * @param course the ratings over time, oldest first
     */
    record Charted(String player, String key, List<LadderCourses.Point> course) {}

    /**
     * A player by itself.
     *
     * @param ladder the name of the ladder
     * @param tournament the key of the tournament of the ladder in paths
     * @param row the player in the table; written in line
     * @param course the ratings over time, oldest first
     */
    record Player(
            String ladder, String tournament, @JsonUnwrapped Row row, List<LadderCourses.Point> course) {}

    /**
     * Returns a ladder as JSON.
     *
     * @param table the table
     * @param settings the settings of the ladder
     * @param courses the ratings over time
     * @param liveGames games in progress
     * @param port the TCP port for agents; -1 if there is none
     */
    static LadderJson of(
            LadderTable table,
            TournamentSettings settings,
            LadderCourses courses,
            List<TournamentApi.LiveGameJson> liveGames,
            int port) {
        Map<String, LadderTable.Row> newest = newestVersions(table.rows());
        List<Row> rows = table.rows().stream().map(row -> Row.of(row, newest)).toList();
        return new LadderJson(
                PathKey.of(table.tournament()),
                table.tournament(),
                settings.grid().width(),
                settings.grid().height(),
                RulesText.name(settings.rules()),
                settings.rules().komi(),
                settings.timeControl().toString(),
                table.isAnchored(),
                table.confidence(),
                table.gameCount(),
                table.runningGameCount(),
                (int) rows.stream().filter(Row::isConnectedAgent).count(),
                port < 0 ? null : (Integer) port,
                rows,
                rows.stream()
                        .filter(row -> row.elo() != null
                                && !row.isRetired()
                                && !courses.of(row.player()).isEmpty())
                        .limit(MAX_CHARTED)
                        .map(row -> new Charted(row.player(), row.key(), courses.of(row.player())))
                        .toList(),
                liveGames);
    }

    /** Returns the version of each agent that is connected, or was connected last. */
    private static Map<String, LadderTable.Row> newestVersions(List<LadderTable.Row> rows) {
        Comparator<LadderTable.Row> byTime = Comparator.comparing(
                row -> row.isConnected() ? Instant.MAX : row.seenAt().orElse(Instant.MIN));
        return rows.stream()
                .filter(row -> !row.agent().isEmpty())
                .collect(Collectors.toMap(LadderTable.Row::agent, row -> row, BinaryOperator.maxBy(byTime)));
    }

    /** Returns {@code elo} to a tenth: more digits would only make each state longer. */
    static double rounded(double elo) {
        return Math.round(elo * 10) / 10.0;
    }

    /** Returns the player {@code wanted}; empty if there is none. */
    Optional<Player> player(String wanted, LadderCourses courses) {
        return rows.stream()
                .filter(row -> row.player().equals(wanted))
                .findFirst()
                .map(row -> new Player(name, key, row, courses.of(wanted)));
    }
}

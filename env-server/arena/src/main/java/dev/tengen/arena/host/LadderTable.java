package dev.tengen.arena.host;

import dev.tengen.arena.rating.BlackAdvantage;
import dev.tengen.arena.rating.Rating;
import dev.tengen.arena.rating.Tally;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A snapshot of a ladder.
 *
 * @param tournament the name of the ladder, under which its games are stored
 * @param rows the players, strongest first; those without a game last, by name
 * @param blackAdvantage the advantage of Black; empty before the first game
 * @param isAnchored whether ratings are on the scale of anchors; otherwise their mean is 0
 * @param confidence the confidence level of the intervals
 * @param gameCount the number of games that count
 * @param runningGameCount the number of games in progress
 */
public record LadderTable(
        String tournament,
        List<Row> rows,
        Optional<BlackAdvantage> blackAdvantage,
        boolean isAnchored,
        double confidence,
        long gameCount,
        int runningGameCount) {
    /** Creates a table. Copies the list. */
    public LadderTable {
        rows = List.copyOf(rows);
    }

    /**
     * A player.
     *
     * @param rank the rank, from 1; 0 for a player without a rating
     * @param player the name on the ladder
     * @param agent the name of the agent; empty for a player of the server
     * @param version the version of the agent; empty for none
     * @param link the address of a page about the agent; empty for none
     * @param rating the rating; empty before the first game
     * @param games the wins, losses and draws
     * @param isConnected whether the agent is connected; true for a player of the server
     * @param seenAt when the agent was last connected; empty for a player of the server
     */
    public record Row(
            int rank,
            String player,
            String agent,
            String version,
            String link,
            Optional<Rating> rating,
            Tally games,
            boolean isConnected,
            Optional<Instant> seenAt) {}

    /**
     * The ratings at a time.
     *
     * @param at the time
     * @param gameCount the number of games before
     * @param ratings the ratings, strongest first
     */
    public record Point(Instant at, int gameCount, List<Rating> ratings) {
        /** Creates a point. Copies the list. */
        public Point {
            ratings = List.copyOf(ratings);
        }
    }
}

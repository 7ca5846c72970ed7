package dev.tengen.client.arena;

import java.util.List;

/**
 * The standings of a tournament.
 *
 * @param rows the players, strongest first; empty before the first rated game has ended
 * @param isAnchored whether ratings are on the scale of players with a given rating; otherwise their mean is 0
 */
public record ArenaStandings(List<Row> rows, boolean isAnchored) {
    /** Creates standings with a copy of the list. */
    public ArenaStandings {
        rows = List.copyOf(rows);
    }

    /**
     * One player's row.
     *
     * @param rank the rank, from 1
     * @param player the player's name
     * @param elo the rating
     * @param lower lower bound of the rating's 95 % confidence interval
     * @param upper upper bound of the rating's 95 % confidence interval
     * @param gameCount rated games
     * @param winCount games won
     * @param lossCount games lost
     * @param drawCount draws
     */
    public record Row(
            int rank,
            String player,
            double elo,
            double lower,
            double upper,
            int gameCount,
            int winCount,
            int lossCount,
            int drawCount) {}
}

package dev.tengen.client;

import java.util.List;

/**
 * Ratings of a tournament's players.
 *
 * @param rows the players, the strongest first; none before the first game that counts has ended
 * @param isAnchored whether ratings are on the scale of players whose rating was given; otherwise their mean is 0
 */
public record ArenaStandings(List<Row> rows, boolean isAnchored) {
    /** Makes standings; the list is copied. */
    public ArenaStandings {
        rows = List.copyOf(rows);
    }

    /**
     * A player's line.
     *
     * @param rank the place, from 1
     * @param player the player's name
     * @param elo the rating
     * @param lower the lower bound of its interval of 95 %
     * @param upper the upper bound
     * @param gameCount games that counted
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

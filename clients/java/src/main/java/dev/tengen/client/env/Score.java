package dev.tengen.client.env;

import java.util.List;
import java.util.Locale;

/**
 * A score.
 *
 * @param black Black's points and where they come from
 * @param white White's points and where they come from, without bonus and komi
 * @param handicapBonus points for White for handicap stones
 * @param komi points for White
 * @param margin Black's points minus White's, bonus and komi included
 * @param winner the player with more points, {@link Color#NONE} for a tie
 * @param owner the color whose area each point is in, row by row from the top left; dead stones are removed first
 * @param overlays one overlay for each requested name; none in a {@link Timestep}
 */
public record Score(
        Tally black,
        Tally white,
        int handicapBonus,
        double komi,
        double margin,
        Color winner,
        List<Color> owner,
        List<Overlay> overlays) {
    /**
     * The points of a player.
     *
     * @param area points in the player's area: its stones, and the empty points that reach only its color
     * @param points the player's points after tax: under area scoring the area, under territory scoring the empty
     *     points of the area and the prisoners
     * @param prisoners stones of the other color that left the board; 0 under area scoring, where they do not count
     * @param tax points taken off
     */
    public record Tally(int area, int points, int prisoners, int tax) {}

    /** Returns the result in the notation of game records: "B+3.5", "W+0.5" or "Draw". */
    public String text() {
        if (margin == 0) {
            return "Draw";
        }
        String text = String.format(Locale.ROOT, margin % 1 == 0 ? "%.0f" : "%.1f", Math.abs(margin));
        return (margin > 0 ? "B+" : "W+") + text;
    }
}

package dev.tengen.client;

import java.util.List;
import java.util.Locale;

/**
 * A score.
 *
 * @param black how Black's points come about
 * @param white how White's points come about, bonus and komi not included
 * @param handicapBonus points given to White for handicap stones
 * @param komi points given to White
 * @param margin Black's points minus White's, bonus and komi included
 * @param winner who has more, {@link Color#NONE} for a tie
 * @param owners in whose area each point is, row by row from the top left; stones taken for dead are off the board
 * @param overlays one for each overlay asked for; none in a {@link Timestep}
 */
public record Score(
        Tally black,
        Tally white,
        int handicapBonus,
        double komi,
        double margin,
        Color winner,
        List<Color> owners,
        List<Overlay> overlays) {
    /**
     * How the points of a player come about.
     *
     * @param area points in its area: its stones, and the empty points that reach only its color
     * @param points its points: under area scoring the area, under territory scoring the empty points of it and the
     *     prisoners; tax is taken off
     * @param prisoners stones of the other color that left the board; 0 under area scoring, where they count nothing
     * @param tax points taken off
     */
    public record Tally(int area, int points, int prisoners, int tax) {}

    /** Returns the result as game records say it: "B+3.5", "W+0.5" or "Draw". */
    public String text() {
        if (margin == 0) {
            return "Draw";
        }
        String text = String.format(Locale.ROOT, margin % 1 == 0 ? "%.0f" : "%.1f", Math.abs(margin));
        return (margin > 0 ? "B+" : "W+") + text;
    }
}

package dev.tengen.client;

import java.util.List;
import java.util.Locale;

/**
 * An area score.
 *
 * @param blackArea Black's points
 * @param whiteArea White's points, komi not included
 * @param komi points given to White
 * @param margin Black's points minus White's, komi included
 * @param winner who has more, {@link Color#NONE} for a tie
 * @param owners whose each point is, row by row from the top left
 */
public record AreaScore(int blackArea, int whiteArea, double komi, double margin, Color winner, List<Color> owners) {
    /** Returns the result as game records say it: "B+3.5", "W+0.5" or "Draw". */
    public String text() {
        if (margin == 0) {
            return "Draw";
        }
        String points = String.format(Locale.ROOT, margin % 1 == 0 ? "%.0f" : "%.1f", Math.abs(margin));
        return (margin > 0 ? "B+" : "W+") + points;
    }
}

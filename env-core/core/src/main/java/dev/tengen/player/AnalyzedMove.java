package dev.tengen.player;

import java.util.List;

/**
 * A move at the root of an analysis. All values are those of the player to move there.
 *
 * @param order the rank: 0 for the best move
 * @param move a point or the pass
 * @param visits the number of playouts that began with the move; 0 if it was not tried
 * @param winrate the mean value of these playouts, from 0 to 1; that of the root if the move was not tried
 * @param scoreLead the mean margin of these playouts in points; that of the root if the move was not tried
 * @param scoreStdev the standard deviation of the margin of one playout, in points
 * @param variation the principal variation: the move, then the most visited reply to each move
 * @param variationVisits the visits of each move of the variation
 */
public record AnalyzedMove(
        int order,
        int move,
        int visits,
        double winrate,
        double scoreLead,
        double scoreStdev,
        List<Integer> variation,
        List<Integer> variationVisits) {
    /** Keeps copies of the lists. */
    public AnalyzedMove {
        variation = List.copyOf(variation);
        variationVisits = List.copyOf(variationVisits);
    }
}

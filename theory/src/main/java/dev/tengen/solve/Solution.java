package dev.tengen.solve;

import java.util.List;
import java.util.OptionalInt;

/**
 * What perfect play comes to from a position, and how sure that is. Margins are Black's area less White's, without komi.
 *
 * @param proven what is proven of the margin, in any case
 * @param free what the margin would lie between if repetitions were allowed: Black can force {@code lower} or more, White
 *     {@code upper} or less, and between them the game could go on without end
 * @param bestMoves the moves proven to keep the margin, in ascending order, the pass last; none where that is not exact
 * @param openMoves the legal moves of which it is not known whether they keep the margin
 * @param nodes states searched for this answer
 * @param deepest moves of the longest line searched
 */
public record Solution(
        Bounds proven, Bounds free, List<Integer> bestMoves, List<Integer> openMoves, long nodes, int deepest) {
    /** Makes an answer. */
    public Solution {
        bestMoves = List.copyOf(bestMoves);
        openMoves = List.copyOf(openMoves);
    }

    /** Returns whether the margin is proven, or depends on what superko would not allow. */
    public Certainty certainty() {
        return proven.isExact() ? Certainty.EXACT : Certainty.CONDITIONAL;
    }

    /** Returns the margin, if it is proven. */
    public OptionalInt margin() {
        return proven.isExact() ? OptionalInt.of(proven.lower()) : OptionalInt.empty();
    }

    /** Returns whether the margin and all moves that keep it are known. */
    public boolean isComplete() {
        return proven.isExact() && openMoves.isEmpty();
    }
}

package dev.tengen.solve;

import java.util.List;
import java.util.OptionalInt;

/**
 * The result of perfect play from a position, and how certain it is. Margins are Black's area minus White's, without
 * komi.
 *
 * @param proven the proven bounds of the margin
 * @param free the bounds of the margin if repetitions were allowed: Black can force {@code lower} or more, White
 *     {@code upper} or less, and between them the game could continue forever
 * @param bestMoves the moves proven to keep the margin, in ascending order, the pass last; empty if the margin is not
 *     exact
 * @param openMoves the legal moves that are not proven to keep or to lose the margin
 * @param nodes the number of searched states
 * @param deepest the depth of the longest line searched, in moves
 */
public record Solution(
        Bounds proven, Bounds free, List<Integer> bestMoves, List<Integer> openMoves, long nodes, int deepest) {
    /** Creates a solution with copies of the lists. */
    public Solution {
        bestMoves = List.copyOf(bestMoves);
        openMoves = List.copyOf(openMoves);
    }

    /** Returns whether the margin is proven, or holds only on the condition that repetitions are allowed. */
    public Certainty certainty() {
        return proven.isExact() ? Certainty.EXACT : Certainty.CONDITIONAL;
    }

    /** Returns the margin if it is proven; otherwise empty. */
    public OptionalInt margin() {
        return proven.isExact() ? OptionalInt.of(proven.lower()) : OptionalInt.empty();
    }

    /** Returns whether the margin and all moves that keep it are known. */
    public boolean isComplete() {
        return proven.isExact() && openMoves.isEmpty();
    }
}

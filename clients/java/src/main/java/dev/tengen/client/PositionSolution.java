package dev.tengen.client;

import java.util.List;
import java.util.OptionalInt;

/**
 * What perfect play comes to from a position. Margins are Black's area less White's, without komi; actions are as the agent of
 * the session sees the board.
 *
 * @param isExact whether the margin is proven, with superko and the whole past; else a limit was reached
 * @param lower what is proven that Black can force, in any case
 * @param upper what is proven that White can hold it to, in any case
 * @param freeLower what the margin would be at least if repetitions were allowed
 * @param freeUpper what it would be at most, likewise
 * @param bestActions the moves proven to keep the margin, in ascending order; none where that is not exact
 * @param openActions the legal moves of which it is not known whether they keep the margin
 * @param nodeCount states searched
 * @param longestLine moves of the longest line searched
 * @param regrets one for each action asked about, in their order
 * @param playerToMove whose turn it is
 * @param moveNumber moves made so far
 * @param stateHash the state hash of the session it is of; 0 for none
 * @param symmetry by which actions are turned
 */
public record PositionSolution(
        boolean isExact,
        int lower,
        int upper,
        int freeLower,
        int freeUpper,
        List<Integer> bestActions,
        List<Integer> openActions,
        long nodeCount,
        int longestLine,
        List<Regret> regrets,
        Color playerToMove,
        int moveNumber,
        long stateHash,
        Symmetry symmetry) {
    /**
     * What an action loses against perfect play.
     *
     * @param action the action
     * @param points points of margin that it loses: 0 for a best move, never negative; nothing where a limit was reached
     */
    public record Regret(int action, OptionalInt points) {}

    /** Returns the margin, if it is proven. */
    public OptionalInt margin() {
        return isExact ? OptionalInt.of(lower) : OptionalInt.empty();
    }

    /** Returns whether the margin and all moves that keep it are known. */
    public boolean isComplete() {
        return isExact && openActions.isEmpty();
    }
}

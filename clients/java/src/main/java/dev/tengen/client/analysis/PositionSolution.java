package dev.tengen.client.analysis;

import dev.tengen.client.env.Color;
import dev.tengen.client.env.Symmetry;
import java.util.List;
import java.util.OptionalInt;

/**
 * The result of perfect play from a position. Margins are Black's area minus White's, without komi. Actions are in the
 * view of the session's agent.
 *
 * @param isExact whether the margin is proven, with superko and the whole history; if not, a limit was reached
 * @param lower proven lower bound of the margin
 * @param upper proven upper bound of the margin
 * @param freeLower proven lower bound of the margin if repetitions were allowed
 * @param freeUpper proven upper bound of the margin if repetitions were allowed
 * @param bestActions the actions proven to keep the margin, in ascending order; empty if the margin is not exact
 * @param openActions the legal actions for which it is unknown whether they keep the margin
 * @param nodeCount number of states searched
 * @param longestLine number of moves of the longest line searched
 * @param regrets one for each requested action, in their order
 * @param playerToMove the player to move
 * @param moveNumber moves made so far
 * @param stateHash the state hash of the session; 0 if the position does not come from a session
 * @param symmetry the symmetry that has been applied to actions
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
     * The loss of an action compared with perfect play.
     *
     * @param action the action
     * @param points the points of margin that it loses: 0 for a best move, never negative; empty if a limit was reached
     */
    public record Regret(int action, OptionalInt points) {}

    /** Returns the margin if it is proven. */
    public OptionalInt margin() {
        return isExact ? OptionalInt.of(lower) : OptionalInt.empty();
    }

    /** Returns whether the margin and all moves that keep it are known. */
    public boolean isComplete() {
        return isExact && openActions.isEmpty();
    }
}

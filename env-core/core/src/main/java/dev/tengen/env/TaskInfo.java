package dev.tengen.env;

import dev.tengen.board.Color;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The information of an environment about its {@link Task}. Values are the agent's: 1, 0 or -1. Immutable.
 *
 * @param label the label of the position
 * @param agentColor the color of the agent; if the client moves for both colors, the color that the values belong to
 * @param firstPlayer the color that moved first
 * @param isMaskRestricted whether action masks exclude legal points that do not matter for the task
 * @param optimalValue the value if both sides play perfectly
 * @param obtainedValue the value reached; empty during the episode
 * @param isOracleOptimal whether the action of the last call kept the optimal value for its player; empty if there was
 *     no such action, or moves are not judged
 */
public record TaskInfo(
        TaskLabel label,
        int agentColor,
        int firstPlayer,
        boolean isMaskRestricted,
        int optimalValue,
        OptionalInt obtainedValue,
        Optional<Boolean> isOracleOptimal) {
    /**
     * Returns the regret of the agent: the optimal value minus the obtained one, from -2 to 2; negative if the opponent
     * made a mistake. Empty during the episode.
     */
    public OptionalInt regret() {
        return obtainedValue.isPresent()
                ? OptionalInt.of(optimalValue - obtainedValue.getAsInt())
                : OptionalInt.empty();
    }

    /** Returns the value for {@code color} of an episode won by {@code winner}, {@link Color#EMPTY} for nobody. */
    static int value(int winner, int color) {
        return winner == Color.EMPTY ? 0 : winner == color ? 1 : -1;
    }
}

package dev.tengen.env;

import dev.tengen.board.Color;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What an environment tells of its {@link Task} besides the game. Values are the agent's: 1, 0 or -1.
 *
 * @param label which position the episode plays
 * @param agentColor whose part the agent takes; where the client moves for both, whose values these are
 * @param firstPlayer who moved first
 * @param isMaskRestricted whether action masks leave out legal points that the task is not about
 * @param optimalValue what the agent reaches where both play perfectly
 * @param obtainedValue what it has reached; empty while the episode goes on
 * @param isOracleOptimal whether the action of the last call kept the best value for who made it; empty where there was no
 *     such action, or moves are not judged
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
     * Returns what the agent has lost: the optimal value less the one obtained, -2 to 2; less than 0 where the opponent has
     * erred. Empty while the episode goes on.
     */
    public OptionalInt regret() {
        return obtainedValue.isPresent()
                ? OptionalInt.of(optimalValue - obtainedValue.getAsInt())
                : OptionalInt.empty();
    }

    /** Returns what {@code color} has reached in an episode that {@code winner} has won, {@link Color#EMPTY} for nobody. */
    static int value(int winner, int color) {
        return winner == Color.EMPTY ? 0 : winner == color ? 1 : -1;
    }
}

package dev.tengen.client.env;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * What an environment reports about its task. A value is 1 if the agent reaches the goal of the task, -1 if the other
 * player does, and 0 if neither does.
 *
 * @param taskId id of the position, the same on any machine and in any later version
 * @param taskClass the kind of position, as in "class0"
 * @param split the part of the data set that the position belongs to: "train", "validation" or "test"
 * @param agentColor the agent's color; if the client moves for both players, the color whose values these are
 * @param firstPlayer the player who moved first
 * @param optimalValue the agent's value under perfect play by both
 * @param obtainedValue the value that the agent reached, once the episode is over
 * @param regret the optimal value minus the obtained value, once the episode is over; negative if the opponent made a
 *     mistake
 * @param isOracleOptimal whether the client's action in the call kept the mover's best value; empty if the call had no
 *     such action or moves are not judged
 * @param libertyMargin how far the position is from a different result, 0 or more, if a liberty count can say
 * @param isMaskRestricted whether action masks leave out legal points that do not matter to the task
 */
public record TaskInfo(
        String taskId,
        String taskClass,
        String split,
        Color agentColor,
        Color firstPlayer,
        int optimalValue,
        OptionalInt obtainedValue,
        OptionalInt regret,
        Optional<Boolean> isOracleOptimal,
        OptionalInt libertyMargin,
        boolean isMaskRestricted) {}

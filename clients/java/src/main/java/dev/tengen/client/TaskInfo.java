package dev.tengen.client;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * What an environment tells of its task besides the game. A value is 1 where the agent reaches what the task is about, -1 where
 * the other player does, and 0 where nobody does.
 *
 * @param taskId names the position, on any machine and in any later version
 * @param taskClass the kind of position, as in "class0"
 * @param split the part of all positions that it belongs to: "train", "validation" or "test"
 * @param agentColor whose part the agent takes; where the client moves for both, the color whose values these are
 * @param firstPlayer who moved first
 * @param optimalValue what the agent reaches where both play perfectly
 * @param obtainedValue what the agent has reached, once the episode is over
 * @param regret the optimal value less the one obtained, once the episode is over; less than 0 where the opponent has erred
 * @param oracleOptimal whether the client's action of the call kept the best value for who made it; empty where there was no
 *     such action, or moves are not judged
 * @param margin how far the position is from being decided otherwise, at least 0, where a count tells it
 * @param isMaskRestricted whether action masks leave out legal points that the task is not about
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
        Optional<Boolean> oracleOptimal,
        OptionalInt margin,
        boolean isMaskRestricted) {}

package dev.tengen.client.arena;

import java.util.OptionalDouble;

/**
 * An agent's answer to a turn: its action and, if it has one, its estimate of the position before the action. The
 * record of the game keeps the estimate. The arena checks the values and ends the agent's stream if one is out of
 * range.
 *
 * @param action the action, as {@link AgentPolicy#choose} returns it
 * @param winProbability the probability that the agent wins, 0 to 1, where a draw counts as half a win; empty if
 *     unknown
 * @param scoreLead the points by which the agent expects to win, negative if it expects to lose, -10,000 to 10,000;
 *     empty if unknown
 */
public record AgentAnswer(int action, OptionalDouble winProbability, OptionalDouble scoreLead) {
    /** Returns the answer that plays {@code action}, without an estimate. */
    public static AgentAnswer of(int action) {
        return new AgentAnswer(action, OptionalDouble.empty(), OptionalDouble.empty());
    }

    /** Returns this answer with a win probability. */
    public AgentAnswer withWinProbability(double probability) {
        return new AgentAnswer(action, OptionalDouble.of(probability), scoreLead);
    }

    /** Returns this answer with a score lead. */
    public AgentAnswer withScoreLead(double lead) {
        return new AgentAnswer(action, winProbability, OptionalDouble.of(lead));
    }
}

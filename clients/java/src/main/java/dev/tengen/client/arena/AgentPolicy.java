package dev.tengen.client.arena;

/** How an agent plays. The client calls one method at a time, even if the agent plays several games. */
@FunctionalInterface
public interface AgentPolicy {
    /**
     * Returns the action to take: a point, the pass, or {@link ArenaAgent#RESIGN}. Any other number loses the game, and
     * so does an illegal action. If this method throws, the agent leaves the arena.
     */
    int choose(AgentTurn turn);

    /**
     * Returns the answer to a turn: the chosen action with the agent's estimate of the position, if it has one. The
     * default returns what {@link #choose} returns, without an estimate. If this method throws, the agent leaves the
     * arena.
     */
    default AgentAnswer answer(AgentTurn turn) {
        return AgentAnswer.of(choose(turn));
    }

    /** Called when a game starts, and when it resumes after a lost connection. */
    default void begin(AgentGame game) {}

    /** Called when a game is over. May not be called for a game that ended while the agent was disconnected. */
    default void end(AgentGame game, GameEnding ending) {}
}

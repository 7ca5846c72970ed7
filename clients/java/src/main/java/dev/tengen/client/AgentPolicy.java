package dev.tengen.client;

/** How an agent plays. One method is called at a time, whatever the count of its games. */
@FunctionalInterface
public interface AgentPolicy {
    /**
     * Returns the action to take: a point, the pass, or {@link ArenaAgent#RESIGN}. Anything else loses the game, as an illegal
     * action does. If it throws, the agent leaves the arena.
     */
    int choose(AgentTurn turn);

    /** Is told that a game begins or, after a lost connection, goes on. */
    default void begin(AgentGame game) {}

    /** Is told that a game is over. One that ended while the agent was away may not be told of. */
    default void end(AgentGame game, GameEnding ending) {}
}

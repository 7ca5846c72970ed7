package dev.tengen.arena.host;

/**
 * The status of an agent.
 *
 * @param profile the profile
 * @param isConnected whether the agent is connected; otherwise it may still reconnect
 * @param gameCount the number of its games
 */
public record AgentStatus(AgentProfile profile, boolean isConnected, int gameCount) {}
